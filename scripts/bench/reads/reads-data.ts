// What the reads are measured on: made-up tokens with holders and orders, and wallets with orders and unspent outputs.
// Everything is worked out from numbers, so that database, servers and load agree on it.
import { createHash } from 'node:crypto'
import { keyPaymentHeaders } from '../../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'

export interface ReadsSize {
  readonly tokens: number
  /** Rows of each token. */
  readonly holders: number
  /** Rows of each token. */
  readonly orders: number
  /** Wallets that the orders are of, as many of each as of any other. */
  readonly traders: number
  readonly wallets: number
  /** Unspent outputs of each wallet, all over the chain. */
  readonly outputs: number
}

/** Hex that looks random and is the same for the same number each time. */
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
