// Where the service stands, as its feed reports it after each block, and what a person has to know of it.
import { batch, computed, signal } from '@preact/signals'
import type { BlockSummary } from '../../../schema/answers/blocks.ts'
import type { FeedData } from '../../../schema/answers/feed-frames.ts'
import { dataOf, initialState } from '../../client/client.ts'
import { client, feed } from './service.ts'
import { rolledBack } from './token/rolled-back.ts'

/** Milliseconds a fork is shown for. */
const FORK_SHOWN = 8_000
/** Milliseconds from a block to a look whether those before it are still there. */
const LOOK = 500
/** Blocks that are looked at: forks are seldom deeper than a few. */
const BLOCKS = 40

export const status = signal<FeedData<'Status'> | undefined>(undefined)
export const network = signal<string | undefined>(undefined)
/** Why the page is not live; null while it is. */
export const lost = signal<string | null>(null)
/** Blocks of the last fork, while it is shown. */
export const forked = signal(0)
/** When blocks came: milliseconds since 1970, with what was still to come. */
export const beats = signal<
  readonly { readonly height: number; readonly at: number; readonly lag: number }[]
>([])

let forkEnds: ReturnType<typeof setTimeout> | undefined
/** The blocks that were there at the last look, newest first. */
let blocks: readonly BlockSummary[] = []
let isLooking = false

/** A fork is not in the status, whose tip may be higher after it: the blocks themselves tell. */
const look = async (): Promise<void> => {
  isLooking = false
  const query = { limit: BLOCKS }
  // What fails is looked at again with the next block.
  const { data } = await client
    .GET('/v1/blocks/latest', { params: { query } })
    .catch(() => ({ data: undefined }))
  if (data === undefined) return
  const gone = rolledBack(blocks, data)
  blocks = data
  if (gone === 0) return
  forked.value = gone
  clearTimeout(forkEnds)
  forkEnds = setTimeout(() => {
    forked.value = 0
  }, FORK_SHOWN)
}

const take = (next: FeedData<'Status'>): void =>
  batch(() => {
    const before = status.peek()?.models
    const { models } = next
    if (models && models.id !== before?.id) {
      beats.value = [
        ...beats.peek().slice(-59),
        { height: models.height, at: Date.now(), lag: next.lag.blocks ?? 0 },
      ]
      if (!isLooking) setTimeout(() => void look(), LOOK)
      isLooking = true
    }
    status.value = next
  })

/** Asked again until it answers: the page may be there before the service is. */
const askNetwork = async (): Promise<void> => {
  if (network.peek() !== undefined) return
  network.value = dataOf(await client.GET('/status')).network
}

export const followChain = (): void => {
  feed.subscribe('Status', null, {
    initial: {
      fetch: async () => {
        await askNetwork()
        return initialState.Status(client)
      },
      apply: take,
    },
    onData: take,
    onState: (state) => {
      lost.value = state.state === 'subscribed' ? null : 'reason' in state ? state.reason : state.message
    },
  })
}

/** Notice above every view; undefined while all is well. */
export const notice = computed((): string | undefined => {
  if (lost.value !== null) return 'The connection is lost. What is shown grows old until it is back.'
  const now = status.value
  if (now === undefined) return undefined
  const behind = now.lag.blocks ?? 0
  if (now.problem !== null) return `The service reports a problem: ${now.problem}`
  if (behind > 20) return `The service is catching up: ${behind.toLocaleString('en-US')} blocks to go.`
  if (forked.value > 0)
    return `The chain forked: ${forked.value} ${forked.value === 1 ? 'block was' : 'blocks were'} rolled back.`
  if (now.refolding === 'all') return 'All data are being folded again; what is shown is as before.'
  if (now.refolding.length > 0) return `Being folded again, and shown as before: ${now.refolding.join(', ')}.`
  return undefined
})
