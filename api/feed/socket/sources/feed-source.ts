// From commits to frames: whenever the models have changed, every source says what that means to its subscribers, and all
// frames of the commit leave together. When it cannot be said what changed, as when other models take the place of those
// that served, or a source fails, connections end: their clients connect again and fetch the state.
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import { CLOSE_CODES } from '../../../../schema/answers/feed.ts'
import type { Connections } from '../connections.ts'
import type { Hub } from '../hub.ts'
import type { Source } from './source.ts'

/** Milliseconds between two looks at frames that were held back. */
const TICK = 25

export interface FeedSourceOptions {
  readonly reader: {
    on(event: 'committed', listener: () => void): unknown
    on(event: 'changed', listener: (changes: readonly Change[] | null) => void): unknown
  }
  readonly hub: Hub
  readonly connections: Pick<Connections, 'end'>
  readonly sources: readonly Source[]
  /** Says what changes without a change of the models; after each commit. @param now milliseconds since 1970 */
  readonly onCommit: (now: number) => void
  /** Says what time alone changes. @param now milliseconds since 1970 */
  readonly onSecond: (now: number) => void
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly onError: (error: unknown) => void
}

/** Milliseconds between two calls of `onSecond`. */
const SECOND = 1_000

export interface Feed {
  /** Does what publishes without a commit, and lets its frames leave. */
  publish(work: () => void): void
  /** Sends nothing more of itself. */
  stop(): void
}

/** Begins to send. */
export const startFeed = ({
  reader,
  hub,
  connections,
  sources,
  onCommit,
  onSecond,
  clock,
  onError,
}: FeedSourceOptions): Feed => {
  let ticking: NodeJS.Timeout | undefined
  const tick = (): void => {
    if (hub.tick(clock())) return
    clearInterval(ticking)
    ticking = undefined
  }
  const send = (): void => {
    hub.flush()
    ticking ??= setInterval(tick, TICK).unref()
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
  const startAgain = (code: number, reason: string): void => {
    connections.end(code, `${reason}: connect again and fetch the state`)
    hub.forget()
    attempt(reset)
  }
  /** When the last commit was noticed, by `performance.now`. */
  let noticed = 0
  reader.on('committed', () => {
    noticed = performance.now()
    // The reader says so before it has looked at what was committed.
    queueMicrotask(() =>
      attempt(() => {
        onCommit(clock())
        send()
      }),
    )
  })
  const publish = (work: () => void): void => {
    try {
      work()
      send()
    } catch (error) {
      onError(error)
      startAgain(CLOSE_CODES.failed, 'the server failed to send a change')
    }
  }
  reader.on('changed', (changes) => {
    if (changes === null || changes.some(({ key }) => key === null)) {
      startAgain(CLOSE_CODES.replaced, 'the read models were replaced')
      return
    }
    const now = clock()
    const { counts } = hub
    const before = counts.frames
    publish(() => {
      for (const source of sources) source.take(changes, now)
    })
    if (counts.frames > before) counts.delay.add((performance.now() - noticed) / 1000)
  })
  const seconds = setInterval(() => publish(() => onSecond(clock())), SECOND).unref()
  return {
    publish,
    stop: () => {
      clearInterval(seconds)
      clearInterval(ticking)
    },
  }
}
