// A token's progress to graduation, with its curve to try out trades.
import type { ComponentChildren } from 'preact'
import { Pairs, Panel } from '../parts/details/panel.tsx'
import { momentOf } from '../parts/format.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { Ada, Collected, Graduation } from '../parts/parts.tsx'
import { isComplete, isGraduated, type Pool, progress, shareOf } from '../pools.ts'
import { WhatIf } from './what-if-card.tsx'

/** @param props.basisPoints the percentage fee of a trade */
const Graduated = ({ pool, basisPoints }: { pool: Pool; basisPoints: bigint }) => {
  const { graduatedOn, x, y } = pool.pool
  return (
    <Panel title="Graduated">
      <Milestone icon="check">
        The curve is complete. <bdi>{pool.info.ticker}</bdi> trades on the AMM pool; its liquidity cannot be
        withdrawn.
      </Milestone>
      <WhatIf pool={pool} basisPoints={basisPoints} />
      <Pairs
        of={{
          Since: graduatedOn !== null && momentOf(graduatedOn),
          'In the pool': <Ada lovelace={x.amount} />,
          'Tokens in the pool': `${shareOf(Number(y.amount), 1)} of supply`,
        }}
      />
    </Panel>
  )
}

const Milestone = ({ icon, children }: { icon: IconName; children: ComponentChildren }) => (
  <p class="row">
    <span class="badge">
      <Icon name={icon} size={18} />
    </span>
    <span>{children}</span>
  </p>
)

const Closed = ({ reason }: { reason: string }) => (
  <Panel title="Closed">
    <p>This token is no longer listed, and its figures no longer change. Reason: {reason}.</p>
  </Panel>
)

const TITLE = 'Progress to graduation'

const Graduating = ({ pool }: { pool: Pool }) => (
  <Panel title={TITLE} label="Graduating" figure="100%">
    <Milestone icon="bolt">
      Graduating: the curve is complete, and the AMM pool of <bdi>{pool.info.ticker}</bdi> is being created.
      Trading pauses until it opens, usually for a few minutes.
    </Milestone>
    <Graduation of={pool} />
  </Panel>
)

export const CurveCard = ({ pool, basisPoints }: { pool: Pool; basisPoints: bigint }) => {
  if (pool.pool.closed !== null) return <Closed reason={pool.pool.closed} />
  if (isGraduated(pool)) return <Graduated pool={pool} basisPoints={basisPoints} />
  if (isComplete(pool)) return <Graduating pool={pool} />
  const { x, adaCapThreshold: cap } = pool.pool
  return (
    <Panel title={TITLE} class="curve" figure={`${(progress(pool) * 100).toFixed(1)}%`}>
      <Graduation of={pool} />
      <WhatIf pool={pool} basisPoints={basisPoints} />
      <Pairs
        of={{
          Collected: <Collected of={pool} />,
          Remaining: <Ada lovelace={Math.max(0, cap - Number(x.amount))} />,
        }}
      />
    </Panel>
  )
}
