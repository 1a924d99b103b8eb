// Coins that a transaction may spend, in order of preference: outputs on the chain or in the request, then change of transactions that are
// not in a block yet. The API's thread knows the mempool, and sends what it knows with the task. The builder's thread reads the chain and
// the request's outputs. So a build needs one message in each direction.
import { type AssetId, formatOutputReference, type Hex } from '../../schema/primitives.ts'
import type { Utxo } from './transaction/utxo.ts'

export type CoinSource =
  | {
      readonly from: 'chain'
      readonly keyHash: Hex
      readonly token?: AssetId
    }
  | RequestedCoins

export interface RequestedCoins {
  readonly from: 'request'
  readonly field: string
  readonly items: readonly Hex[]
}

export interface WantedCoins {
  readonly source: CoinSource
  /** Formatted by `formatOutputReference`. */
  readonly spent: readonly string[]
  /** An output that is already on the chain is not added again. */
  readonly pending: readonly Utxo[]
}

/** A group is used only if the groups before it do not suffice. */
export type CoinGroups = readonly (readonly Utxo[])[]

/** Includes coins that pending transactions spend. */
export const coinsOfSource = (source: CoinSource): WantedCoins => ({ source, spent: [], pending: [] })

export const coinGroups = (wanted: WantedCoins, confirmed: readonly Utxo[]): CoinGroups => {
  const spent = new Set(wanted.spent)
  const known = new Set(confirmed.map(({ reference }) => formatOutputReference(reference)))
  const pending = new Map<string, Utxo>()
  for (const utxo of wanted.pending) {
    const name = formatOutputReference(utxo.reference)
    if (!known.has(name) && !spent.has(name)) pending.set(name, utxo)
  }
  return [
    confirmed.filter(({ reference }) => !spent.has(formatOutputReference(reference))),
    [...pending.values()],
  ]
}
