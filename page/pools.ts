// The pools that the page knows, each in a signal. A frame about a pool redraws only the elements that show this pool.
import type { ReadonlySignal } from '@preact/signals'
import type { LiquidityPoolInfo } from '../schema/responses/pools.ts'
import { safePool } from '../schema/responses/safe-text.ts'
import { newestMap } from './parts/newest.ts'

export type Pool = LiquidityPoolInfo

/** Tokens that every launch emits. These tokens have no decimals. */
export const EMISSION = 1e9

const pools = newestMap<Pool | undefined>(undefined)

export const shareOf = (tokens: number, digits = 2): string =>
  `${((tokens / EMISSION) * 100).toFixed(digits)}%`

/** Small shares have a decimal. */
export const roughly = (share: number | undefined, below = 0.1): string =>
  share === undefined ? '—' : `${(share * 100).toFixed(share > 0 && share < below ? 1 : 0)}%`

export const poolOf = (asset: string): ReadonlySignal<Pool | undefined> => pools.of(asset)

/**
 * Keeps a newer pool.
 * @param at moment of the question, see `newest.ts`; by default the arrival of a frame
 * @returns the newest pool, with safe texts
 */
export const putPool = (given: Pool, at?: number): Pool => {
  const pool = safePool(given)
  return pools.put(pool.info.asset, pool, at) ?? pool
}

/** @param at moment of the question */
export const dropPool = (asset: string, at?: number): void => {
  pools.put(asset, undefined, at)
}

export const isGraduated = ({ pool }: Pool): boolean => pool.cpmmPoolId !== null

/** Share of its cap that a curve has collected, from 0 to 1. */
export const progress = (info: Pool): number => {
  const { x, adaCapThreshold } = info.pool
  return isGraduated(info) ? 1 : Math.min(1, Number(x.amount) / adaCapThreshold)
}

/** A curve has collected its cap. Trading continues once the AMM pool exists. */
export const isComplete = (info: Pool): boolean =>
  !isGraduated(info) && Number(info.pool.x.amount) >= info.pool.adaCapThreshold

/** Lovelace per token. */
export const priceOf = ({ metrics }: Pool): number => metrics.marketCap / EMISSION
