// Turns commits into frames. After each commit every source publishes its updates to the hub, which queues a frame for each subscribed
// connection. Then all frames of the commit are sent together. A connection ends if its client does not read (`connection.ts`). All
// connections end if a source fails, or if changes are unknown because other models replaced the served ones. Clients then connect again
// and fetch the state.
import type { Change } from '../../../projections/read/reader/models-reader.ts'
import type { Uptime } from '../../../schema/platform/clocks.ts'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import type { Connections } from './connections.ts'
import type { Hub } from './hub.ts'
import type { Source } from './sources/source.ts'

const TICK_MS = 25

interface FeedOptions {
  readonly reader: {
    on(event: 'committed', listener: () => void): unknown
    on(event: 'changed', listener: (changes: readonly Change[] | null) => void): unknown
  }
  readonly hub: Hub
  readonly connections: Pick<Connections, 'end'>
  readonly sources: readonly Source[]
  /** Called after each commit, even without changed rows, and when the indexer's reports have changed. */
  readonly onCommit: (now: Uptime) => void
  readonly uptime: () => Uptime
  readonly onError: (error: unknown) => void
}

export const startFeed = ({ reader, hub, connections, sources, onCommit, uptime, onError }: FeedOptions) => {
  let ticking: NodeJS.Timeout | undefined
  const tick = (): void => {
    if (hub.tick(uptime())) return
    clearInterval(ticking)
    ticking = undefined
  }
  const send = (): void => {
    hub.flush()
    ticking ??= setInterval(tick, TICK_MS).unref()
  }
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }
  const reset = (): void => {
    for (const source of sources) source.reset?.()
  }
  attempt(reset)
  const restart = (code: number, reason: string): void => {
    connections.end(code, `${reason}: connect again and fetch the state`)
    hub.dropDelayed()
    attempt(reset)
  }
  /** Time of the last commit's notice, by `performance.now`. */
  let noticed = 0
  reader.on('committed', () => {
    noticed = performance.now()
    // The reader emits this event before it has read the commit.
    queueMicrotask(() =>
      attempt(() => {
        onCommit(uptime())
        send()
      }),
    )
  })
  /** Sends the frames of the updates that `work` publishes. */
  const publish = (work: () => void): void => {
    try {
      work()
      send()
    } catch (error) {
      onError(error)
      restart(CLOSE_CODES.failed, 'the server failed to send a change')
    }
  }
  reader.on('changed', (changes) => {
    if (changes === null || changes.some(({ key }) => key === null)) {
      restart(CLOSE_CODES.replaced, 'the read models were replaced')
      return
    }
    const now = uptime()
    const { counts } = hub
    const before = counts.frames
    publish(() => {
      for (const source of sources) source.publishChanges(changes, now)
    })
    if (counts.frames > before) counts.delay.add((performance.now() - noticed) / 1000)
  })
  return {
    publish,
    stop: (): void => {
      clearInterval(ticking)
    },
  }
}
