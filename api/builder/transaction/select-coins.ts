// Selects the outputs of a wallet that pay for a transaction, and no more than needed. For each asset, the outputs with the largest amounts
// are selected. For the missing lovelace, the plain outputs with the most lovelace are selected or, if these do not suffice, any outputs
// with the most lovelace. The result does not depend on the order of the wallet's outputs.
import { type AssetAmount, byReference } from '../../../schema/primitives.ts'
import { quantityIn, type Utxo } from './utxo.ts'

interface Need {
  readonly lovelace: bigint
  readonly assets?: readonly AssetAmount[]
}

export const inLedgerOrder = <U extends Utxo>(utxos: readonly U[]): U[] =>
  utxos.toSorted((a, b) => byReference(a.reference, b.reference))

/** Undefined if all UTxOs together have less. */
const largestFirst = <U extends Utxo>(
  utxos: readonly U[],
  amount: (utxo: U) => bigint,
  wanted: bigint,
): U[] | undefined => {
  if (wanted <= 0n) return []
  const taken: U[] = []
  let sum = 0n
  const holding = utxos.map((utxo) => ({ utxo, most: amount(utxo) })).filter(({ most }) => most > 0n)
  for (const { utxo, most } of holding.sort((a, b) => byMost(a, b))) {
    taken.push(utxo)
    sum += most
    if (sum >= wanted) return taken
  }
  return undefined
}

const lovelaceOf = ({ output }: Utxo): bigint => output.lovelace

interface Holding {
  readonly utxo: Utxo
  readonly most: bigint
}

const byMost = (a: Holding, b: Holding): number =>
  b.most > a.most ? 1 : b.most < a.most ? -1 : byReference(a.utxo.reference, b.utxo.reference)

/** Has only lovelace. Tokens enlarge the change, and Plutus V1 scripts refuse inline datums. */
const isPlain = ({ output: { assets = [], datum, datumHash, script } }: Utxo): boolean =>
  assets.length === 0 && datum === undefined && datumHash === undefined && script === undefined

/** Largest first; undefined if all UTxOs together do not cover the need. */
export const selectCoins = <U extends Utxo>(utxos: readonly U[], need: Need): U[] | undefined => {
  const chosen = new Set<U>()
  const choose = (amount: (utxo: U) => bigint, wanted: bigint, from = utxos): boolean => {
    let lacking = wanted
    for (const utxo of chosen) lacking -= amount(utxo)
    const taken = largestFirst(
      from.filter((utxo) => !chosen.has(utxo)),
      amount,
      lacking,
    )
    for (const utxo of taken ?? []) chosen.add(utxo)
    return taken !== undefined
  }
  for (const { asset, quantity } of need.assets ?? [])
    if (!choose((utxo) => quantityIn([utxo], asset), quantity)) return undefined
  return choose(lovelaceOf, need.lovelace, utxos.filter(isPlain)) || choose(lovelaceOf, need.lovelace)
    ? [...chosen]
    : undefined
}

/** If no coin has the asset, the coin with the most lovelace, preferably a plain one. */
export const largestCoin = <U extends Utxo>(
  utxos: readonly U[],
  asset?: AssetAmount['asset'],
): U | undefined => {
  let largest: { readonly utxo: U; readonly most: bigint } | undefined
  const plain = asset === undefined ? utxos.filter(isPlain) : []
  for (const utxo of plain.length > 0 ? plain : utxos) {
    const next = { utxo, most: asset === undefined ? utxo.output.lovelace : quantityIn([utxo], asset) }
    if (next.most > 0n && (largest === undefined || byMost(next, largest) < 0)) largest = next
  }
  return largest?.utxo
}
