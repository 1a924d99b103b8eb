// A drawing of the way to graduation: the curve's price by the collected ADA, filled up to the current amount.
import { momentOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { Ada, Progress } from '../parts/parts.tsx'
import { EMISSION, isComplete, isGraduated, type Pool, priceOf, progress } from '../pools.ts'

const POINTS = 60
const WIDTH = 296
const HEIGHT = 96

interface Point {
  /** Collected share of the cap. */
  readonly x: number
  /** Price in lovelace per token. */
  readonly y: number
}

/**
 * Points of the curve up to its cap. After s sold tokens the price is a·s² + b and the collected amount a·s³/3 + b·s
 * (schema/launchpad/README.md). Floating point is exact enough for a drawing.
 */
const curveOf = (aNum: number, bNum: number, cap: number): Point[] => {
  const a = aNum / 1e27
  const b = bNum / 1e6
  const points: Point[] = []
  for (let at = 0; at <= POINTS; at++) {
    const sold = (at / POINTS) * EMISSION
    const x = ((a * sold ** 3) / 3 + b * sold) / cap
    points.push({ x, y: a * sold ** 2 + b })
    if (x > 1) break
  }
  return points.filter(({ x }) => x <= 1)
}

const Drawing = ({ pool, done }: { pool: Pool; done: number }) => {
  const { aNum, bNum, adaCapThreshold } = pool.pool
  const points = curveOf(aNum, bNum, adaCapThreshold)
  const here = { x: done, y: priceOf(pool) }
  const top = Math.max(here.y, ...points.map(({ y }) => y)) * 1.06
  const x = (value: number): string => (value * (WIDTH - 12) + 6).toFixed(1)
  const y = (value: number): string => (HEIGHT - 4 - (value / top) * (HEIGHT - 16)).toFixed(1)
  const path = (list: readonly Point[]): string =>
    list.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('')
  const filled = path([...points.filter((point) => point.x < done), here])
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line class="goal" x1={x(1)} x2={x(1)} y1="4" y2={HEIGHT - 4} />
      <path class="rest" d={path(points)} />
      <path class="area" d={`${filled}L${x(done)} ${HEIGHT - 4}L${x(0)} ${HEIGHT - 4}z`} />
      <path class="done" d={filled} />
      <circle class="halo" cx={x(here.x)} cy={y(here.y)} r="9" />
      <circle class="here" cx={x(here.x)} cy={y(here.y)} r="4.5" />
    </svg>
  )
}

const Graduated = ({ pool }: { pool: Pool }) => (
  <section class="panel" aria-label="Graduated">
    <h2>Graduated</h2>
    <p class="milestone">
      <span class="badge">
        <Icon name="check" size={18} />
      </span>
      <span>
        The curve is complete. <bdi>{pool.info.ticker}</bdi> trades on the AMM pool; its liquidity cannot be
        taken back.
      </span>
    </p>
    <dl class="pairs">
      {pool.pool.graduatedOn !== null && (
        <>
          <dt>Since</dt>
          <dd>{momentOf(pool.pool.graduatedOn)}</dd>
        </>
      )}
      <dt>In the pool</dt>
      <dd>
        <Ada lovelace={pool.pool.x.amount} />
      </dd>
      <dt>Tokens in the pool</dt>
      <dd class="num">{((Number(pool.pool.y.amount) / EMISSION) * 100).toFixed(1)}% of supply</dd>
    </dl>
  </section>
)

const Closed = ({ reason }: { reason: string }) => (
  <section class="panel" aria-label="Closed">
    <h2>Closed</h2>
    <p>This token is no longer listed, and its figures are from that time. Reason: {reason}.</p>
  </section>
)

const Complete = ({ pool }: { pool: Pool }) => (
  <section class="panel" aria-label="Complete">
    <h2>
      Way to graduation <span class="num strong">100%</span>
    </h2>
    <p class="milestone">
      <span class="badge">
        <Icon name="bolt" size={18} />
      </span>
      <span>
        The curve is complete. The AMM pool of <bdi>{pool.info.ticker}</bdi> is being made, which takes a few
        minutes; then trading goes on.
      </span>
    </p>
    <Progress value={1} label={`${pool.info.ticker} on its way to graduation`} />
  </section>
)

export const CurveCard = ({ pool }: { pool: Pool }) => {
  if (pool.pool.closed !== null) return <Closed reason={pool.pool.closed} />
  if (isGraduated(pool)) return <Graduated pool={pool} />
  if (isComplete(pool)) return <Complete pool={pool} />
  const done = progress(pool)
  const cap = pool.pool.adaCapThreshold
  return (
    <section class="panel curve" aria-label="Way to graduation">
      <h2>
        Way to graduation <span class="num strong">{(done * 100).toFixed(1)}%</span>
      </h2>
      <Drawing pool={pool} done={done} />
      <Progress value={done} label={`${pool.info.ticker} on its way to graduation`} />
      <dl class="pairs">
        <dt>Collected</dt>
        <dd>
          <Ada lovelace={pool.pool.x.amount} /> of <Ada lovelace={cap} />
        </dd>
        <dt>Still to come</dt>
        <dd>
          <Ada lovelace={Math.max(0, cap - Number(pool.pool.x.amount))} />
        </dd>
      </dl>
    </section>
  )
}
