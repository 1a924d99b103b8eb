// The bars of a token: all are fetched once, then frames update the latest. Frames do not change older bars, so after a fork,
// or when a frame does not continue the bars, all are fetched again.
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Bar } from '../../../../schema/answers/chart-answers.ts'
import type { Resolution } from '../../../../schema/answers/charts.ts'
import { dataOf } from '../../../client/client.ts'
import { forked } from '../chain.ts'
import { client, feed } from '../service.ts'

export interface Bars {
  /** Oldest first; undefined until fetched. */
  readonly list: ReadonlySignal<readonly Bar[] | undefined>
  end(): void
}

const fetchBars = async (asset: string, resolution: Resolution): Promise<readonly Bar[]> => {
  const to = Math.floor(Date.now() / 1000) + 3_600
  const query = { base: asset, quote: '.', resolution, from: 0, to }
  return dataOf(await client.GET('/v1/charts/history', { params: { query } }))
}

/** The bars with the latest bar replaced or added; undefined when it does not continue them. */
export const withLatest = (bars: readonly Bar[], latest: Bar): readonly Bar[] | undefined => {
  const last = bars.at(-1)
  if (last?.time === latest.time)
    return last.open === latest.open ? [...bars.slice(0, -1), latest] : undefined
  return last !== undefined && latest.time > last.time && latest.open === last.close
    ? [...bars, latest]
    : undefined
}

/** Follows the bars of a token in ADA. */
export const followBars = (asset: string, resolution: Resolution): Bars => {
  const list = signal<readonly Bar[] | undefined>(undefined)
  const subscribe = (): (() => void) =>
    feed.subscribe(
      'LastBar',
      { pair: { base: asset, quote: '.' }, interval: resolution },
      {
        initial: {
          fetch: () => fetchBars(asset, resolution),
          apply: (bars) => {
            list.value = bars
          },
        },
        onData: (frame) => {
          const { isRelevant, ...latest } = frame
          const next = withLatest(list.peek() ?? [], latest)
          if (next === undefined) fetchAgain()
          else list.value = next
        },
        onRemoved: () => {
          list.value = []
        },
      },
    )
  let endFeed = subscribe()
  const fetchAgain = (): void => {
    endFeed()
    endFeed = subscribe()
  }
  const endForks = effect(() => {
    if (forked.value > 0) fetchAgain()
  })
  return {
    list,
    end: () => {
      endForks()
      endFeed()
    },
  }
}
