// Copies a chain from a node into a file. Older blocks are written as they arrive. The newest blocks are written only at the end, because
// the node may still roll them back.

import { type ChainBlock, readBlock } from '../../devnet/chain/chain-block.ts'
import { readPoint } from '../../devnet/ogmios/requests.ts'
import { writeChainFile } from '../../devnet/recording/chain-writer.ts'
import { intersect, listen } from '../../indexer/ogmios/chain-sync.ts'
import { type Connection, ConnectionLost, openConnection } from '../../indexer/ogmios/connection.ts'
import { networkProblem } from '../../indexer/ogmios/network-problem.ts'
import { withTimeout } from '../../indexer/ogmios/with-timeout.ts'
import { StartupError } from '../../schema/errors.ts'
import { memberText } from '../../schema/ogmios/member-text.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import {
  formatPoint,
  type Network,
  type Point,
  SECURITY_PARAMETER,
  type Tip,
} from '../../schema/primitives.ts'

export interface Recording {
  readonly url: string
  readonly network: Network
  /** Point before the first block. */
  readonly start: Point | 'origin'
  /** A path with `.gz` gets a gzipped file. */
  readonly path: string
  /**
   * @param done number of finished blocks
   * @param whole number of all blocks
   */
  readonly onProgress?: (done: number, whole: number) => void
  /** Blocks that are not written yet: the deepest rollback of a node. By default k, the security parameter. */
  readonly depth?: number
  /** Time limit in ms for the connection, for the start, and for each reply; default 60,000. */
  readonly timeout?: number
}

/** Requests that wait for a reply at any time. */
const WINDOW = 50

const TIMEOUT_MS = 60_000

type Step = { readonly block: ChainBlock } | { readonly back: Point | 'origin' }

/** @throws {StartupError} if the frame is not a reply to a request for the next block */
const readStep = (frame: string): Step => {
  const value: unknown = JSON.parse(frame)
  const result = isRecord(value) && isRecord(value.result) ? value.result : {}
  const { direction, block, point } = result
  const back = readPoint(point)
  if (direction === 'backward' && back !== undefined) return { back }
  const text = memberText(Buffer.from(frame), 'result')
  const blockText = text && memberText(text, 'block')
  if (direction === 'forward' && blockText !== undefined) return { block: readBlock(block, blockText) }
  throw new StartupError(`Ogmios answered with something else than a block: ${frame.slice(0, 200)}`)
}

/** Throws if no frame arrives in time, or the connection closes. */
async function* framesOf(connection: Connection, timeout: number): AsyncGenerator<string> {
  const waiting: string[] = []
  let down: string | undefined
  let wake = (): void => {}
  const sync = listen(connection, (frame) => {
    waiting.push(frame)
    wake()
  })
  // A promise keeps every handler in memory until it settles, so one handler serves all waits.
  void connection.closed.then((reason) => {
    down = reason
    wake()
  })
  sync.request(WINDOW)
  for (;;) {
    const frame = waiting.shift()
    if (frame !== undefined) {
      sync.request(1)
      yield frame
      continue
    }
    if (down !== undefined) throw new ConnectionLost(down)
    await withTimeout(
      new Promise<void>((resolve) => {
        wake = resolve
      }),
      timeout,
      `send a block within ${timeout / 1000} s`,
    )
  }
}

/** @throws {StartupError} if the node rolls back further than the unwritten blocks */
async function* blocksUpTo(
  connection: Connection,
  { height }: Tip,
  { start, onProgress = () => {}, depth = SECURITY_PARAMETER, timeout = TIMEOUT_MS }: Recording,
): AsyncGenerator<ChainBlock> {
  /** Last point before the unwritten blocks. */
  let settled = start
  let buffered: ChainBlock[] = []
  let first: number | undefined
  for await (const frame of framesOf(connection, timeout)) {
    const step = readStep(frame)
    if ('back' in step) {
      const at = buffered.findIndex(({ point }) => isSame(point, step.back))
      if (at === -1 && !isSame(settled, step.back))
        throw new StartupError(
          `the node went back to ${formatPoint(step.back)}, more than ${depth} blocks: record the chain again`,
        )
      buffered = buffered.slice(0, at + 1)
      continue
    }
    buffered.push(step.block)
    first ??= step.block.height
    onProgress(step.block.height - first + 1, height - first + 1)
    if (step.block.height >= height) break
    const oldest = buffered.length > depth ? buffered.shift() : undefined
    if (oldest === undefined) continue
    settled = oldest.point
    yield oldest
  }
  yield* buffered
}

const isSame = (one: Point | 'origin', other: Point | 'origin'): boolean =>
  one === 'origin' || other === 'origin' ? one === other : one.slot === other.slot && one.id === other.id

/**
 * Records up to the tip that the node has at the beginning, and returns that tip. An existing file stays unchanged if recording fails.
 * @throws {StartupError} if the node cannot be reached, is on another network or does not have the starting point, or if the file cannot be
 * written
 */
export const recordChain = async (recording: Recording): Promise<Tip> => {
  const { url, network, start, path, timeout = TIMEOUT_MS } = recording
  let connection: Connection | undefined
  try {
    connection = await openConnection({ url, timeout, use: 'blocks' })
    const problem = networkProblem(connection, network)
    if (problem !== undefined) throw new StartupError(problem)
    const found = await withTimeout(
      intersect(connection, [start]),
      timeout,
      `find an intersection within ${timeout / 1000} s`,
    )
    if (found === undefined)
      throw new StartupError(`the node's chain has no block ${formatPoint(start)}: give another START_POINT`)
    const { tip } = found
    if (tip === 'origin' || (start !== 'origin' && tip.id === start.id))
      throw new StartupError(`the node's chain has no block after ${formatPoint(start)} yet`)
    await writeChainFile(path, blocksUpTo(connection, tip, recording))
    return tip
  } catch (error) {
    if (error instanceof ConnectionLost) throw new StartupError(error.message)
    throw error
  } finally {
    connection?.drop()
  }
}
