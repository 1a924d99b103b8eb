// Invented tokens with holders, orders and bars, and wallets with orders and unspent outputs. All data are computed from numbers, so
// database, server and load generator use the same data.
import { createHash } from 'node:crypto'
import { keyPaymentHeaders } from '../../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'

export interface ReadsSize {
  readonly tokens: number
  readonly holders: number
  readonly orders: number
  readonly bars: number
  readonly traders: number
  readonly wallets: number
  /** Number of unspent outputs of each wallet. */
  readonly outputs: number
}

/** Unix seconds of the first order and the first bar. All bars have ended. */
export const FIRST = 1_700_000_040

export const hexOf = (kind: string, number: number, bytes: number): Hex =>
  createHash('sha512')
    .update(`${kind} ${number}`)
    .digest('hex')
    .slice(0, 2 * bytes)

export const tokenOf = (number: number): AssetId =>
  `${hexOf('policy', number, 28)}.${Buffer.from(`Token ${number}`).toString('hex')}`

export const keyOf = (wallet: number): Hex => hexOf('key', wallet, 28)

/** The one address of a wallet (raw bytes). */
export const addressOf = (wallet: number): Hex =>
  `${keyPaymentHeaders(1)[0]}${keyOf(wallet)}${hexOf('stake', wallet, 28)}`
