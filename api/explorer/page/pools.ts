// The pools that the page holds, one signal each: a frame about one of them draws again what shows that one.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { LiquidityPoolInfo } from '../../../schema/answers/pools.ts'
import { safePool } from './parts/safe-text.ts'

export type Pool = LiquidityPoolInfo

/** Tokens of a launch, of which each has as many; a token has no decimals. */
export const EMISSION = 1e9

const pools = new Map<string, Signal<Pool | undefined>>()

const signalOf = (asset: string): Signal<Pool | undefined> => {
  const known = pools.get(asset)
  if (known !== undefined) return known
  const made = signal<Pool | undefined>(undefined)
  pools.set(asset, made)
  return made
}

export const poolOf = (asset: string): ReadonlySignal<Pool | undefined> => signalOf(asset)

/** Takes a pool as the service says it is; answers with the pool as it can be shown. */
export const putPool = (given: Pool): Pool => {
  const pool = safePool(given)
  signalOf(pool.info.asset).value = pool
  return pool
}

export const dropPool = (asset: string): void => {
  signalOf(asset).value = undefined
}

export const isGraduated = ({ pool }: Pool): boolean => pool.cpmmPoolId !== null

/** Share of the ADA to collect, from 0 to 1. */
export const progress = (info: Pool): number => {
  const { x, adaCapThreshold } = info.pool
  return isGraduated(info) ? 1 : Math.min(1, Number(x.amount) / adaCapThreshold)
}

/** Lovelace per token. */
export const priceOf = ({ metrics }: Pool): number => metrics.marketCap / EMISSION
