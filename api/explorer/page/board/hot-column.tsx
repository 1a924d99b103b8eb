// The board's list of tokens that are traded most now.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { HotPool, HotRank, HotWindow } from '../../../../schema/answers/hot-pools.ts'
import { Icon } from '../parts/icons.tsx'
import { Ada, ChangeOf, Choices } from '../parts/parts.tsx'
import { Select } from '../parts/select.tsx'
import { setting } from '../parts/setting.ts'
import { stored } from '../parts/stored.ts'
import { Empty, Skeleton, Waiting } from '../parts/waiting.tsx'
import { followHot, HOT, type Hot, WINDOWS } from './hot-state.ts'
import { fetchSparks, sparkOf } from './sparks.ts'

const SHOWN = 20

const RANKS = [
  ['volume', 'Volume'],
  ['buyers', 'Buyers'],
  ['change', 'Gain'],
] as const satisfies readonly (readonly [HotRank, string])[]

const span = stored<HotWindow>('hot window', ['hour1', 'min5', 'hour6', 'day1'])
const rank = stored<(typeof RANKS)[number][0]>('hot rank', ['volume', 'buyers', 'change'])

const Figures = ({ hot: { volume, buyers, trades } }: { hot: HotPool }) => (
  <p class="foot muted">
    <span>
      <span class="sr">volume </span>
      <Ada lovelace={volume} />
    </span>
    <span>
      {trades} {trades === 1 ? 'trade' : 'trades'}
    </span>
    <span>
      {buyers} {buyers === 1 ? 'buyer' : 'buyers'}
    </span>
  </p>
)

/** @param props.card makes the card of a token with a change of the price and a foot of its own */
export const HotColumn = (props: {
  card(asset: string, change: () => ComponentChildren, foot: () => ComponentChildren): ComponentChildren
}) => {
  const [hot, setHot] = useState<Hot>()
  useEffect(() => {
    const followed = followHot(() => ({ window: span.value, rank: rank.value, limit: SHOWN }))
    setHot(followed)
    return followed.end
  }, [])
  const page = hot?.page.value
  useEffect(() => {
    const missing = page?.items.map(({ pool }) => pool.info.asset).filter((asset) => !sparkOf(asset).peek())
    if (missing?.length) void fetchSparks(missing).catch(() => {})
  }, [page])
  return (
    <section class="box hot" aria-label="Hot">
      <h2 class="box-head">
        <Icon name="fire" size={14} />
        Hot
        <span class="muted num">{page?.count}</span>
      </h2>
      <div class="hot-tools">
        <Choices label="In the last" choices={WINDOWS} chosen={span} />
        <Select label="Ranked by" choices={RANKS} chosen={rank} />
      </div>
      {page === undefined ? (
        <Waiting part={HOT}>
          <Skeleton rows={12} />
        </Waiting>
      ) : page.items.length === 0 ? (
        <Empty icon="fire">
          <p>No token was traded in this time.</p>
          {span.value !== 'day1' && (
            <button type="button" class="button" onClick={setting(span, 'day1')}>
              Show the last 24 hours
            </button>
          )}
        </Empty>
      ) : (
        <ol>
          {page.items.map((each) =>
            props.card(
              each.pool.info.asset,
              () => <ChangeOf change={Number(each.change) / 100} />,
              () => <Figures hot={each} />,
            ),
          )}
        </ol>
      )}
    </section>
  )
}
