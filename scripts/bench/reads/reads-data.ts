// Invented tokens with holders, orders and bars, and wallets with orders and unspent outputs. Everything is computed from
// numbers, so that database, server and load agree on it.
import { createHash } from 'node:crypto'
import { keyPaymentHeaders } from '../../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'

/**
 * Numbers of tokens, and of holders, orders and bars (of one minute, without a gap) of each; of wallets with orders; of wallets
 * with outputs, and of outputs of each, spread over the chain.
 */
export const SIZE = {
  tokens: 200,
  holders: 500,
  orders: 500,
  bars: 1_000,
  traders: 2_000,
  wallets: 2_000,
  outputs: 50,
} as const

/** Unix seconds of the first order and the first bar; all bars have ended. */
export const FIRST = 1_700_000_040

/** Hex that looks random and depends only on the number. */
export const hexOf = (kind: string, number: number, bytes: number): Hex =>
  createHash('sha512')
    .update(`${kind} ${number}`)
    .digest('hex')
    .slice(0, 2 * bytes)

export const tokenOf = (number: number): AssetId =>
  `${hexOf('policy', number, 28)}.${Buffer.from(`Token ${number}`).toString('hex')}`

/** Payment key hash of a wallet. */
export const keyOf = (wallet: number): Hex => hexOf('key', wallet, 28)

/** The one address of a wallet, raw bytes. */
export const addressOf = (wallet: number): Hex =>
  `${keyPaymentHeaders(1)[0]}${keyOf(wallet)}${hexOf('stake', wallet, 28)}`
