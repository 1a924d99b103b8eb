// Which of a wallet's outputs pay: for each asset those with most of it, then those with most lovelace, no more than
// needed. The order is total, so the same wallet in any order gives the same choice.
import { type AssetAmount, byReference } from '../../schema/primitives.ts'
import { lovelaceIn, quantityIn, type Utxo } from './utxo.ts'

export interface Need {
  readonly lovelace: bigint
  readonly assets?: readonly AssetAmount[]
}

/** The order inputs have in a transaction. */
export const inLedgerOrder = <Held extends Utxo>(utxos: readonly Held[]): Held[] =>
  utxos.toSorted((a, b) => byReference(a.reference, b.reference))

/** Takes UTxOs, those with most first, until they hold what is wanted; undefined when they never do. */
const take = <Held extends Utxo>(
  utxos: readonly Held[],
  amount: (utxo: Held) => bigint,
  wanted: bigint,
): Held[] | undefined => {
  const taken: Held[] = []
  let held = 0n
  for (const utxo of utxos.toSorted((a, b) =>
    amount(b) > amount(a) ? 1 : amount(b) < amount(a) ? -1 : byReference(a.reference, b.reference),
  )) {
    if (held >= wanted) break
    taken.push(utxo)
    held += amount(utxo)
  }
  return held >= wanted ? taken : undefined
}

/** The UTxOs that cover a need, the largest first; undefined when they do not. */
export const selectCoins = <Held extends Utxo>(utxos: readonly Held[], need: Need): Held[] | undefined => {
  const chosen: Held[] = []
  const left = (): Held[] => utxos.filter((utxo) => !chosen.includes(utxo))
  for (const { asset, quantity } of need.assets ?? []) {
    const amount = (utxo: Held): bigint => quantityIn([utxo], asset)
    const tokens = take(left(), amount, quantity - quantityIn(chosen, asset))
    if (tokens === undefined) return undefined
    chosen.push(...tokens)
  }
  const coins = take(left(), ({ output }) => output.lovelace, need.lovelace - lovelaceIn(chosen))
  return coins && [...chosen, ...coins]
}

/** The coin of which there is most: of an asset, or of lovelace. Spending it makes names that cannot come twice. */
export const largestCoin = <Held extends Utxo>(
  utxos: readonly Held[],
  asset?: AssetAmount['asset'],
): Held | undefined =>
  take(utxos, (utxo) => (asset === undefined ? utxo.output.lovelace : quantityIn([utxo], asset)), 1n)?.[0]
