// The state of the service as the feed reports it after each block, and the notice that tells a person about problems.
import { batch, computed, signal } from '@preact/signals'
import type { BlockSummary } from '../../../schema/answers/blocks.ts'
import type { FeedData } from '../../../schema/answers/feed-frames.ts'
import { dataOf } from '../../client/answer.ts'
import { initialState } from '../../client/initial-state.ts'
import { throttled } from './parts/throttled.ts'
import { client, feed } from './service.ts'
import { rolledBack } from './token/rolled-back.ts'

/** Milliseconds for which a fork is shown. */
const FORK_SHOWN = 8_000
/** Milliseconds from a new block to the check for a fork. */
const CHECK_DELAY = 500
/** Blocks that are checked: most forks have only a few. */
const BLOCKS = 40

export const status = signal<FeedData<'Status'> | undefined>(undefined)
export const network = signal<string | undefined>(undefined)
/** Reason why the page gets no updates; null while it gets them. */
export const lost = signal<string | null>(null)
/** Number of blocks that the last fork rolled back, while it is shown; else 0. */
export const forked = signal(0)
/** Arrivals of blocks in milliseconds since 1970, with the blocks that the models were behind. */
export const beats = signal<
  readonly { readonly height: number; readonly at: number; readonly lag: number }[]
>([])

let forkEnds: ReturnType<typeof setTimeout> | undefined
/** Blocks at the last check, newest first. */
let blocks: readonly BlockSummary[] = []

/** Compares the latest blocks with those of the last check: the status does not show a fork, since the tip may be higher after it. */
const findFork = async (): Promise<void> => {
  const query = { limit: BLOCKS }
  // After a failure the next block leads to another check.
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

const checkForFork = throttled(CHECK_DELAY, () => void findFork())

const setStatus = (next: FeedData<'Status'>): void =>
  batch(() => {
    const before = status.peek()?.models
    const { models } = next
    if (models && models.id !== before?.id) {
      beats.value = [
        ...beats.peek().slice(-59),
        { height: models.height, at: Date.now(), lag: next.lag.blocks ?? 0 },
      ]
      checkForFork()
    }
    status.value = next
  })

/** Fetches the network's name; the feed calls it again after a failure, since the page may load before the service is ready. */
const fetchNetwork = async (): Promise<void> => {
  if (network.peek() !== undefined) return
  network.value = dataOf(await client.GET('/status')).network
}

export const followChain = (): void => {
  feed.subscribe('Status', null, {
    initial: {
      fetch: async () => {
        await fetchNetwork()
        return initialState.Status(client)
      },
      apply: setStatus,
    },
    onData: setStatus,
    onState: (state) => {
      lost.value = state.state === 'subscribed' ? null : 'reason' in state ? state.reason : state.message
    },
  })
}

/** Notice above every view; undefined while all is well. */
export const notice = computed((): string | undefined => {
  if (lost.value !== null) return 'The connection is lost. The page is not updated until it is back.'
  const now = status.value
  if (now === undefined) return undefined
  const behind = now.lag.blocks ?? 0
  if (now.problem !== null) return `The service reports a problem: ${now.problem}`
  if (behind > 20) return `The service is catching up: ${behind.toLocaleString('en-US')} blocks to go.`
  if (forked.value > 0)
    return `The chain forked: ${forked.value} ${forked.value === 1 ? 'block was' : 'blocks were'} rolled back.`
  if (now.refolding === 'all') return 'All models are being refolded; until then the page shows the old data.'
  if (now.refolding.length > 0)
    return `Being refolded, with old data shown until then: ${now.refolding.join(', ')}.`
  return undefined
})
