// The curve of a token's price over the ADA in its pool. A handle shows the effect of a trade before the trade is sent. Below the curve is
// the effect of sales by the largest holders. The handle is a range input, so keys move it too.
import './what-if.css'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { tradedPool } from '../../client/trading/traded-pool.ts'
import {
  lovelaceIn,
  positionOf,
  rangeOf,
  STEPS,
  type Trade,
  tradeOf,
  tradeTo,
} from '../../client/trading/what-if.ts'
import { type FilledPool, marketCapOf } from '../../schema/launchpad/fill.ts'
import { setting } from '../parts/controls.tsx'
import { Pairs } from '../parts/details/panel.tsx'
import { ada, compact, signed } from '../parts/format.ts'
import { Ada, Digits } from '../parts/parts.tsx'
import { type Pool, shareOf } from '../pools.ts'
import { ownAmount } from '../wallet/wallet.ts'

/** Segments of the drawn curve; each ends at a position of the handle. */
const POINTS = 50
const WIDTH = 296
const HEIGHT = 104
/** Lovelace of the purchase that is shown until a person drags the handle. */
const USUAL = 1_000_000_000n
/** Half the width of the handle. The drawn curve keeps this distance from both ends. */
const EDGE = 8

interface Point {
  /** 0 to `STEPS`. */
  readonly x: number
  readonly y: number
}

/** Market caps after trades of each size. */
const pointsOf = (pool: FilledPool): Point[] =>
  Array.from({ length: POINTS + 1 }, (_, at) => {
    const x = (at / POINTS) * STEPS
    return { x, y: Number(tradeTo(pool, x)?.cap ?? marketCapOf(pool)) }
  })

const Drawing = ({ pool, trade }: { pool: FilledPool; trade: Trade | undefined }) => {
  const points = useMemo(() => pointsOf(pool), [`${lovelaceIn(pool)}`])
  const here = { x: positionOf(pool), y: Number(marketCapOf(pool)) }
  const there = trade && { x: positionOf(pool, trade.lovelace), y: Number(trade.cap) }
  const top = Math.max(here.y, there?.y ?? 0, ...points.map(({ y }) => y)) * 1.06
  const x = (value: number): string => (EDGE + (value / STEPS) * (WIDTH - 2 * EDGE)).toFixed(1)
  const y = (value: number): string => (HEIGHT - 4 - (value / top) * (HEIGHT - 18)).toFixed(1)
  const path = (list: readonly Point[]): string =>
    list.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('')
  const area = (list: readonly Point[]): string =>
    `${path(list)}L${x(list.at(-1)?.x ?? 0)} ${HEIGHT - 4}L${x(list[0]?.x ?? 0)} ${HEIGHT - 4}z`
  const filled = [...points.filter((point) => point.x < here.x), here]
  const [from, to] = there && there.x < here.x ? [there, here] : [here, there]
  const moved = to && from && [from, ...points.filter((point) => point.x > from.x && point.x < to.x), to]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none" stroke-linecap="round" aria-hidden="true">
      <g stroke="var(--faint)" stroke-width="2" stroke-dasharray="3 4">
        {pool.kind === 'curve' && <path d={`M${x(STEPS)} 4V${HEIGHT - 4}`} stroke-linecap="butt" />}
        <path d={path(points)} />
      </g>
      <path d={area(filled)} fill="var(--muted)" opacity="0.15" />
      <path d={path(filled)} stroke="var(--muted)" stroke-width="2.4" />
      {moved && (
        <g class={trade?.side === 'buy' ? 'up' : 'down'}>
          <path d={area(moved)} fill="currentColor" opacity="0.2" />
          <path d={path(moved)} stroke="currentColor" stroke-width="2.6" />
        </g>
      )}
      <circle cx={x(here.x)} cy={y(here.y)} r="9" fill="var(--muted)" opacity="0.15" />
      <circle cx={x(here.x)} cy={y(here.y)} r="4.5" fill="var(--muted)" />
      {there && <circle class="there" cx={x(there.x)} cy={y(there.y)} r="6.5" />}
    </svg>
  )
}

const share = (pool: FilledPool, lovelace: bigint): string =>
  `${(Number((lovelace * 1_000n) / (rangeOf(pool)[1] || 1n)) / 10).toFixed(1)}%`

const dealOf = ({ side, input, output }: Trade, ticker: string): string =>
  side === 'buy'
    ? `₳${ada(input)} buys ${compact(Number(output))} ${ticker}`
    : `${compact(Number(input))} ${ticker} sell for ₳${ada(output)}`

const Outcome = ({ pool, trade, ticker }: { pool: FilledPool; trade: Trade; ticker: string }) => (
  <>
    <p class="deal">
      <Digits text={dealOf(trade, ticker)} />
      <span class="muted num"> {shareOf(Number(trade.side === 'buy' ? trade.output : trade.input))}</span>
    </p>
    <Pairs
      of={{
        'Market cap': (
          <span class="num">
            <Ada lovelace={marketCapOf(pool)} /> → <Ada lovelace={trade.cap} />{' '}
            <span class={trade.change < 0 ? 'down' : 'up'}>{signed(trade.change)}</span>
          </span>
        ),
        Progress: pool.kind === 'curve' && `${share(pool, pool.collected)} → ${share(pool, trade.lovelace)}`,
      }}
    />
  </>
)

/** Holders in the sentence about a joint sale, at most. */
const LARGEST = 10

const salesOf = ({ metrics: { risk }, info }: Pool) =>
  [
    ['the creator sells', risk?.creator ?? undefined],
    [risk && risk.holders < LARGEST ? 'all holders sell' : `the ${LARGEST} largest sell`, risk?.top10],
    ['you sell', ownAmount(info.asset)],
  ] as const

const Sale = ({ pool, who, tokens }: { pool: FilledPool; who: string; tokens: bigint }) => {
  const sale = tradeOf(pool, 'sell', tokens)
  return sale === undefined ? null : (
    <li>
      <span class="muted">If {who}</span>
      <span class="num">
        <Ada lovelace={sale.output} />
      </span>
      <b class="num down" style={{ '--fall': `${-sale.change * 100}%` }}>
        {signed(sale.change)}
      </b>
    </li>
  )
}

export const WhatIf = ({ pool, basisPoints }: { pool: Pool; basisPoints: bigint }) => {
  const position = useSignal<number | undefined>(undefined)
  const traded = tradedPool(pool, basisPoints)
  if (traded === undefined) return null
  const { ticker } = pool.info
  const trade = position.value === undefined ? undefined : tradeTo(traded, position.value)
  const shown = trade ?? tradeOf(traded, 'buy', USUAL)
  const sales = salesOf(pool).filter(([, tokens]) => tokens && BigInt(tokens) > 0n)
  const end = setting(position, undefined)
  return (
    <div class="what-if">
      <div class="drawing">
        <Drawing pool={traded} trade={trade} />
        <input
          class="cover"
          type="range"
          min={0}
          max={STEPS}
          step={1}
          value={position.value ?? Math.round(positionOf(traded))}
          aria-label={`Effect of a trade of ${ticker}`}
          aria-valuetext={
            trade ? `${dealOf(trade, ticker)}, market cap ${signed(trade.change)}` : 'the current price'
          }
          onInput={({ currentTarget }) => {
            position.value = Number(currentTarget.value)
          }}
          onDblClick={end}
          onBlur={end}
          onKeyDown={({ key }) => {
            if (key === 'Escape') end()
          }}
        />
      </div>
      {shown && <Outcome pool={traded} trade={shown} ticker={ticker} />}
      <p class="muted small">Drag the point: right to buy, left to sell.</p>
      {sales.length > 0 && (
        <ul class="sales">
          {sales.map(
            ([who, tokens]) => tokens && <Sale key={who} pool={traded} who={who} tokens={BigInt(tokens)} />,
          )}
        </ul>
      )}
    </div>
  )
}
