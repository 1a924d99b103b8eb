// A token's progress to graduation, with its curve to try trades on.
import type { HoldersPage } from '../../../../schema/answers/analytics.ts'
import { Fact } from '../parts/facts.tsx'
import { momentOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { Ada, Progress } from '../parts/parts.tsx'
import { EMISSION, isComplete, isGraduated, type Pool, progress } from '../pools.ts'
import { WhatIf } from './what-if-card.tsx'

interface Shown {
  readonly pool: Pool
  readonly holders: HoldersPage | undefined
}

const Graduated = ({ pool, holders }: Shown) => (
  <section class="panel graduated" aria-label="Graduated">
    <h2>Graduated</h2>
    <p class="milestone">
      <span class="badge">
        <Icon name="check" size={18} />
      </span>
      <span>
        The curve is complete. <bdi>{pool.info.ticker}</bdi> trades on the AMM pool; its liquidity cannot be
        withdrawn.
      </span>
    </p>
    <WhatIf pool={pool} holders={holders} />
    <dl class="pairs">
      {pool.pool.graduatedOn !== null && <Fact name="Since">{momentOf(pool.pool.graduatedOn)}</Fact>}
      <Fact name="In the pool">
        <Ada lovelace={pool.pool.x.amount} />
      </Fact>
      <Fact name="Tokens in the pool" class="num">
        {((Number(pool.pool.y.amount) / EMISSION) * 100).toFixed(1)}% of supply
      </Fact>
    </dl>
  </section>
)

const Closed = ({ reason }: { reason: string }) => (
  <section class="panel" aria-label="Closed">
    <h2>Closed</h2>
    <p>This token is no longer listed, and its figures no longer change. Reason: {reason}.</p>
  </section>
)

const Graduating = ({ pool }: { pool: Pool }) => (
  <section class="panel" aria-label="Graduating">
    <h2>
      Progress to graduation <span class="num strong">100%</span>
    </h2>
    <p class="milestone">
      <span class="badge">
        <Icon name="bolt" size={18} />
      </span>
      <span>
        Graduating: the curve is complete, and the AMM pool of <bdi>{pool.info.ticker}</bdi> is being created.
        Trading pauses until it opens, usually for a few minutes.
      </span>
    </p>
    <Progress value={1} label={`${pool.info.ticker} on its way to graduation`} />
  </section>
)

export const CurveCard = ({ pool, holders }: Shown) => {
  if (pool.pool.closed !== null) return <Closed reason={pool.pool.closed} />
  if (isGraduated(pool)) return <Graduated pool={pool} holders={holders} />
  if (isComplete(pool)) return <Graduating pool={pool} />
  const done = progress(pool)
  const cap = pool.pool.adaCapThreshold
  return (
    <section class="panel curve" aria-label="Progress to graduation">
      <h2>
        Progress to graduation <span class="num strong">{(done * 100).toFixed(1)}%</span>
      </h2>
      <Progress value={done} label={`${pool.info.ticker} on its way to graduation`} />
      <WhatIf pool={pool} holders={holders} />
      <dl class="pairs">
        <Fact name="Collected">
          <Ada lovelace={pool.pool.x.amount} /> of <Ada lovelace={cap} />
        </Fact>
        <Fact name="Remaining">
          <Ada lovelace={Math.max(0, cap - Number(pool.pool.x.amount))} />
        </Fact>
      </dl>
    </section>
  )
}
