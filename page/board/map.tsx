// The tokens as a treemap: areas by market cap, colours by the change in 24 hours.
import './map.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { LIST_LENGTH } from '../../schema/responses/pool-lists.ts'
import { TokenFace } from '../parts/faces.tsx'
import { linkTo } from '../parts/link.ts'
import { Ada, Change } from '../parts/parts.tsx'
import { type Pool, poolOf } from '../pools.ts'
import { all, fetchCaps } from './board-state.ts'
import { changeOf } from './sparks.ts'
import { type Box, squarifyLargest } from './treemap.ts'

/** In pixels, so that a tile has room for a ticker. */
const LEAST = { w: 46, h: 30 }

/** Price change, as a share, at and above which a tile has its full colour. */
const FULL_CHANGE = 0.6

const colorOf = (change = 0): string => {
  if (Math.abs(change) < 0.0005) return 'var(--tile-flat)'
  const strength = Math.round(18 + 82 * Math.min(1, Math.abs(change) / FULL_CHANGE) ** 0.5)
  return `color-mix(in oklab, var(${change > 0 ? '--tile-up' : '--tile-down'}) ${strength}%, var(--tile-flat))`
}

const Tile = ({ pool, x, y, w, h }: { pool: Pool } & Box) => {
  const { asset, name, ticker } = pool.info
  const face = w > 84 && h > 120 ? 40 : w > 52 && h > 84 ? 26 : 0
  const letters = Math.min(20, (w - 10) / (ticker.length * 0.74))
  return (
    <li style={{ left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` }}>
      <a
        class="tile"
        href={linkTo(`/token/${asset}`)}
        style={{ background: colorOf(changeOf(pool)) }}
        title={name}
      >
        {face > 0 && <TokenFace asset={asset} size={face} />}
        {letters >= 8 && h > 26 ? (
          <b style={{ fontSize: `${letters}px` }}>{ticker}</b>
        ) : (
          <span class="sr">{ticker}</span>
        )}
        {w > 58 && h > 62 && <Ada lovelace={pool.metrics.marketCap} />}
        {w > 64 && h > 96 && <Change pool={pool} />}
      </a>
    </li>
  )
}

export const MarketMap = () => {
  const element = useRef<HTMLOListElement>(null)
  const [[width, height], setSize] = useState<[number, number]>([0, 0])
  useEffect(fetchCaps, [])
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const watch = new ResizeObserver(() => setSize([current.clientWidth, current.clientHeight]))
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  const pools = (all.value ?? [])
    .map((asset) => poolOf(asset).value)
    .filter((pool) => pool !== undefined)
    .filter(({ metrics }) => metrics.marketCap > 0)
    .sort((a, b) => b.metrics.marketCap - a.metrics.marketCap)
    .slice(0, LIST_LENGTH)
  const boxes =
    width === 0
      ? []
      : squarifyLargest(
          pools.map(({ metrics }) => metrics.marketCap),
          width,
          height,
          LEAST,
        )
  return (
    <>
      <ol class="map" ref={element} aria-label="Tokens by market cap, coloured by the change of 24 hours">
        {boxes.map((box, at) => {
          const pool = pools[at]
          return pool && <Tile key={pool.info.asset} pool={pool} {...box} />
        })}
      </ol>
      <p class="muted small map-words">
        {boxes.length > 0 &&
          `The ${boxes.length} tokens with the highest market caps; the colour is the change in 24 hours.`}
      </p>
    </>
  )
}
