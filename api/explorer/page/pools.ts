// The pools that the page knows, each in a signal, so that a frame about a pool redraws only the elements that show it.
import type { ReadonlySignal } from '@preact/signals'
import type { LiquidityPoolInfo } from '../../../schema/answers/pools.ts'
import { safePool } from './parts/safe-text.ts'
import { signalMap } from './parts/signal-map.ts'

export type Pool = LiquidityPoolInfo

/** Tokens that every launch emits; tokens have no decimals. */
export const EMISSION = 1e9

const signalOf = signalMap<Pool | undefined>(undefined)

export const shareOf = (tokens: number, digits = 2): string =>
  `${((tokens / EMISSION) * 100).toFixed(digits)}%`

export const poolOf = (asset: string): ReadonlySignal<Pool | undefined> => signalOf(asset)

/** Stores a pool of the service. @returns the pool with safe texts */
export const putPool = (given: Pool): Pool => {
  const pool = safePool(given)
  signalOf(pool.info.asset).value = pool
  return pool
}

export const dropPool = (asset: string): void => {
  signalOf(asset).value = undefined
}

export const isGraduated = ({ pool }: Pool): boolean => pool.cpmmPoolId !== null

/** Share of its cap that a curve has collected, from 0 to 1. */
export const progress = (info: Pool): number => {
  const { x, adaCapThreshold } = info.pool
  return isGraduated(info) ? 1 : Math.min(1, Number(x.amount) / adaCapThreshold)
}

/** Whether a curve has collected its cap. Trading continues when the AMM pool is made. */
export const isComplete = (info: Pool): boolean =>
  !isGraduated(info) && Number(info.pool.x.amount) >= info.pool.adaCapThreshold

/** Price in lovelace per token. */
export const priceOf = ({ metrics }: Pool): number => metrics.marketCap / EMISSION
