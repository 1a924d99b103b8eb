// The state of the service as the feed reports it after each block, and the notice that tells a person about problems.
import { batch, computed, signal } from '@preact/signals'
import type { Tip } from '../schema/primitives.ts'
import type { BlockSummary } from '../schema/responses/blocks.ts'
import type { FeedData } from '../schema/responses/feed-frames.ts'
import { rolledBack } from '../schema/responses/rolled-back.ts'
import { cannotLoad, fetching, problems } from './fetching.ts'
import { follow, forks } from './loading.ts'
import { setNow } from './now.ts'
import { setting } from './parts/controls.tsx'
import { timeOf, whole } from './parts/format.ts'
import { client, dataOf } from './service.ts'

/** Name of this part in `problems`. */
const PART = 'the state of the service'
const FORK_SHOWN_MS = 8_000
/** Wait in ms before the blocks are fetched, after a frame that does not follow the known blocks. */
const CHECK_DELAY_MS = 500
/** Blocks that the page knows. Most forks undo only a few. */
const BLOCKS = 40
/** Mean block intervals without a block until the page says that the chain has stopped. */
const QUIET_INTERVALS = 6
/** Minimum time in ms without a block before the page reports it. */
const LEAST_QUIET_MS = 30_000

const fetchFacts = async () => dataOf(await client.GET('/status'))
/** Without a response, the page uses this device's clock. */
const readClock = async (): Promise<void> => {
  const { data } = await client.GET('/v1/utility/server/time').catch(() => ({ data: undefined }))
  setNow(data?.timestamp)
}
type Facts = Pick<
  Awaited<ReturnType<typeof fetchFacts>>,
  'network' | 'peers' | 'blockExplorer' | 'hasAdaUsdRate'
>

export const status = signal<FeedData<'Status'> | undefined>(undefined)
/** Parts of `/status` that stay the same while the service runs. */
export const facts = signal<Facts | undefined>(undefined)
export const network = computed(() => facts.value?.network)
/** Reason why the page gets no updates; null while it gets them. */
export const lost = signal<string | null>(null)
/** Live updates are impossible here, so the page requests its data at intervals. */
const isPolled = signal(false)
/** Time in ms in which a lost connection usually comes back. */
const USUAL_LOSS_MS = 30_000
let hasConnected = false
let lostAt = Number.NEGATIVE_INFINITY
/** Blocks that the last fork rolled back, while the page shows this number; else 0. */
export const forked = signal(0)

const isOffline = signal(!navigator.onLine)
for (const event of ['online', 'offline'])
  addEventListener(event, () => {
    isOffline.value = !navigator.onLine
  })

let forkEnds: ReturnType<typeof setTimeout> | undefined
/** Newest first. */
export const latestBlocks = signal<readonly Omit<BlockSummary, 'transactions'>[]>([])

/** `rolledBack` of the last frame, and how many of these blocks the page has not shown yet. */
let rolledBackBefore: number | undefined
let notShownYet = 0

const findFork = (latest: readonly BlockSummary[]): void => {
  const count = Math.max(notShownYet, rolledBack(latestBlocks.peek(), latest))
  notShownYet = 0
  latestBlocks.value = latest
  if (count === 0) return
  forked.value = count
  forks.value += 1
  clearTimeout(forkEnds)
  forkEnds = setTimeout(setting(forked, 0), FORK_SHOWN_MS)
}

const checkForFork = fetching('the latest blocks', {
  delay: CHECK_DELAY_MS,
  load: async () => dataOf(await client.GET('/v1/blocks/latest', { params: { query: { limit: BLOCKS } } })),
  apply: findFork,
})

/** Fetches the latest blocks after a fork, a gap or a new connection. */
const addBlock = (block: Tip, rolledBack: number | undefined): void => {
  const known = latestBlocks.peek()
  const last = known[0]
  const fresh = rolledBackBefore === undefined || rolledBack === undefined ? 0 : rolledBack - rolledBackBefore
  rolledBackBefore = rolledBack
  notShownYet += Math.max(0, fresh)
  // A slot is one second long, so slots give the time.
  if (rolledBack !== undefined && fresh === 0 && last?.height === block.height - 1)
    latestBlocks.value = [
      { ...block, time: last.time + block.slot - last.slot },
      ...known.slice(0, BLOCKS - 1),
    ]
  else checkForFork()
}

/** The time since the last block is much longer than usual. */
const isQuiet = signal(false)
let quietBegins: ReturnType<typeof setTimeout> | undefined

const listenForSilence = (): void => {
  const blocks = latestBlocks.peek()
  const [oldest, newest] = [blocks.at(-1), blocks[0]]
  isQuiet.value = false
  clearTimeout(quietBegins)
  if (oldest === undefined || newest === undefined) return
  const interval = ((newest.time - oldest.time) / Math.max(1, blocks.length - 1)) * 1000
  quietBegins = setTimeout(setting(isQuiet, true), Math.max(LEAST_QUIET_MS, QUIET_INTERVALS * interval))
}

const setStatus = (next: FeedData<'Status'>): void =>
  batch(() => {
    const { models } = next
    if (models && models.id !== status.peek()?.models?.id) {
      addBlock(models, next.rolledBack)
      listenForSilence()
    }
    status.value = next
  })

export const followChain = (): void => {
  follow(PART, 'Status', null, {
    initial: {
      fetch: async () => {
        const [response] = await Promise.all([fetchFacts(), readClock()])
        facts.value ??= response
        return response
      },
      apply: (next) => {
        if (lost.peek() !== null) isPolled.value = performance.now() - lostAt > USUAL_LOSS_MS
        setStatus(next)
      },
    },
    onData: setStatus,
    onState: (state) => {
      if (state.state === 'subscribed') {
        hasConnected = true
        isPolled.value = false
        lost.value = null
        return
      }
      if (hasConnected) lostAt = performance.now()
      lost.value = 'reason' in state ? state.reason : state.message
    },
  })
}

/** During a restart, the indexer is also stopped, but reports no problem. */
const stoppedWords = ({ state, problem }: FeedData<'Status'>): string | undefined => {
  if (state === 'connecting' || state === 'waiting')
    return 'The service has no connection to the Cardano node'
  if (state === 'silent' || (state === 'stopped' && problem === null))
    return 'The service has stopped reading blocks'
  return state === 'stopped' ? 'The service has stopped reading blocks, and its operator must act' : undefined
}

/** The service has its node and receives blocks. */
export const hasNode = computed(
  () => status.value !== undefined && stoppedWords(status.value) === undefined && !isQuiet.value,
)

const since = (): string => {
  const [last] = latestBlocks.value
  return last === undefined ? '' : `: no new block since ${timeOf(last.time)}`
}

const problemWords = (): string | undefined => {
  const [first, ...others] = problems.value
  if (first === undefined) return undefined
  const [part, words] = first
  return cannotLoad(others.length === 0 ? part : `${others.length + 1} parts of the page`, words)
}

/** Reason why the page does not show the current chain; undefined if the page shows it, or while this is unknown. */
const behindWords = computed((): string | undefined => {
  if (isOffline.value)
    return 'This device is offline. The page is not updated until the device is online again.'
  if (lost.value !== null && (!isPolled.value || problems.value.has(PART)))
    return 'The connection is lost. The page is not updated until the connection is back.'
  const now = status.value
  if (now === undefined) return undefined
  const behind = now.lag.blocks ?? 0
  if (!hasNode.value) return `${stoppedWords(now) ?? 'The node sends no new blocks'}${since()}.`
  return behind > 20 ? `The service is catching up: ${whole(behind)} blocks to go.` : undefined
})

/** If false, the page sends no order, because the price may differ from the shown one. */
export const isCurrent = computed(() => status.value !== undefined && behindWords.value === undefined)

/** Undefined while all is well. */
export const notice = computed((): string | undefined => {
  if (behindWords.value !== undefined) return behindWords.value
  const now = status.value
  if (now === undefined) return problemWords()
  if (isPolled.value) return 'Live updates are blocked here. The figures are up to 10 seconds old.'
  if (forked.value > 0)
    return `The chain forked: ${forked.value} ${forked.value === 1 ? 'block was' : 'blocks were'} rolled back.`
  if (now.refolding.length > 0)
    return `Old data is shown until these models are folded again: ${now.refolding === 'all' ? 'all' : now.refolding.join(', ')}.`
  return problemWords()
})
