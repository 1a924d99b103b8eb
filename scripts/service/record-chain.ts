// Copies a chain from a node into a file. The newest blocks are held back until the end, because a node may still
// undo them; what lies further back than it can go is written as it comes.
import { type ChainBlock, isRecord, readBlock } from '../../fixtures/devnet/chain-block.ts'
import { writeChainFile } from '../../fixtures/devnet/chain-writer.ts'
import { memberText } from '../../fixtures/devnet/json-text.ts'
import { intersect, listen } from '../../indexer/ogmios/chain-sync.ts'
import { type Link, LinkDown, openLink } from '../../indexer/ogmios/connection.ts'
import { SECURITY_PARAMETER } from '../../projections/engine/projector.ts'
import { StartupError } from '../../schema/errors.ts'
import { formatPoint, type Point, type Tip } from '../../schema/primitives.ts'

export interface Recording {
  /** Of Ogmios. */
  readonly url: string
  /** The block after this is the first. */
  readonly start: Point | 'origin'
  /** The file; `.gz` for a gzipped one. */
  readonly path: string
  /** @param done of `whole` blocks */
  readonly onProgress?: (done: number, whole: number) => void
}

/** Requests in flight. */
const WINDOW = 50

/** Milliseconds to connect, and again without any reply. */
const TIMEOUT = 60_000

type Step = { readonly block: ChainBlock } | { readonly back: Point | 'origin' }

/** @throws {StartupError} when it is no reply to a request for the next block, which no node sends */
const readStep = (frame: string): Step => {
  const value: unknown = JSON.parse(frame)
  const result = isRecord(value) && isRecord(value.result) ? value.result : {}
  const { direction, block, point } = result
  if (direction === 'backward') {
    if (point === 'origin') return { back: point }
    if (isRecord(point) && typeof point.slot === 'number' && typeof point.id === 'string')
      return { back: { slot: point.slot, id: point.id } }
  }
  const text = memberText(Buffer.from(frame), 'result')
  const blockText = text && memberText(text, 'block')
  if (direction === 'forward' && blockText !== undefined) return { block: readBlock(block, blockText) }
  throw new StartupError(`Ogmios answered with something else than a block: ${frame.slice(0, 200)}`)
}

/** Frames as they come; ends with an error when none do, or the link is down. */
async function* framesOf(link: Link): AsyncGenerator<string> {
  const waiting: string[] = []
  let wake = (): void => {}
  const sync = listen(link, (frame) => {
    waiting.push(frame)
    wake()
  })
  const down = link.closed.then((reason) => {
    throw new LinkDown(reason)
  })
  sync.request(WINDOW)
  for (;;) {
    const frame = waiting.shift()
    if (frame !== undefined) {
      sync.request(1)
      yield frame
      continue
    }
    const timer = setTimeout(link.drop, TIMEOUT)
    await Promise.race([new Promise<void>((resolve) => (wake = resolve)), down])
    clearTimeout(timer)
  }
}

async function* blocksUpTo(
  link: Link,
  { height }: Tip,
  onProgress: NonNullable<Recording['onProgress']>,
): AsyncGenerator<ChainBlock> {
  let held: ChainBlock[] = []
  let first: number | undefined
  for await (const frame of framesOf(link)) {
    const step = readStep(frame)
    if ('back' in step) {
      const { back } = step
      const at = back === 'origin' ? -1 : held.findIndex(({ point }) => point.id === back.id)
      held = held.slice(0, at + 1)
      continue
    }
    held.push(step.block)
    first ??= step.block.height
    onProgress(step.block.height - first + 1, height - first + 1)
    if (step.block.height >= height) break
    const settled = held.length > SECURITY_PARAMETER ? held.shift() : undefined
    if (settled !== undefined) yield settled
  }
  yield* held
}

/**
 * Records up to the tip that the node has when it is asked, and answers that tip.
 * @throws {StartupError} when the node cannot be reached, or has no chain that begins there
 */
export const recordChain = async ({ url, start, path, onProgress = () => {} }: Recording): Promise<Tip> => {
  let link: Link | undefined
  try {
    link = await openLink({ url, timeout: TIMEOUT })
    const found = await intersect(link, [start])
    if (found === undefined)
      throw new StartupError(`the node's chain has no block ${formatPoint(start)}: give another START_POINT`)
    const { tip } = found
    if (tip === 'origin' || (start !== 'origin' && tip.id === start.id))
      throw new StartupError(`the node's chain has no block after ${formatPoint(start)} yet`)
    await writeChainFile(path, blocksUpTo(link, tip, onProgress))
    return tip
  } catch (error) {
    if (error instanceof LinkDown) throw new StartupError(error.message)
    throw error
  } finally {
    link?.drop()
  }
}
