// Outputs and output references in the form of Ogmios v6: `{"address","value":{"ada":{"lovelace"},policy:{name}}}`. They are read from a
// lossless parse and written as text, so amounts of any size stay exact.
import { LANGUAGES, type Script } from '../codecs/output-cbor.ts'
import { type AssetAmount, assetNameOf, type Hex, type OutputReference, policyOf } from '../primitives.ts'
import { count, integer, type Json, record, text } from './read-json.ts'
import { type Members, members } from './write-json.ts'

export interface OutputJson {
  /** Bech32 or base58, unchecked. */
  readonly address: string
  readonly lovelace: bigint
  /** In the ledger's order. */
  readonly assets: readonly AssetAmount[]
  /** CBOR of the inline datum. */
  readonly datum?: Hex
  readonly datumHash?: Hex
}

const isAscending = (assets: readonly AssetAmount[]): boolean => {
  for (let index = 1; index < assets.length; index++)
    if ((assets[index - 1]?.asset ?? '') > (assets[index]?.asset ?? '')) return false
  return true
}

/** Sorts by policy, then name. A node uses this order, but a recording might use another. */
export const inLedgerOrder = (assets: AssetAmount[]): AssetAmount[] =>
  isAscending(assets) ? assets : assets.sort((a, b) => (a.asset < b.asset ? -1 : 1))

/** Assets of a `value` or `mint`, without ADA. They are sorted, because a parsed object has keys that look like integers first. */
export const readAssetsJson = (value: Json): AssetAmount[] =>
  inLedgerOrder(
    Object.entries(value)
      .filter(([policy]) => policy !== 'ada')
      .flatMap(([policy, names]) =>
        Object.entries(record(names, 'a policy')).map(([name, quantity]) => ({
          asset: `${policy}.${name}`,
          quantity: integer(quantity, 'a quantity'),
        })),
      ),
  )

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/**
 * Undefined if the language is unknown or the CBOR is missing. Ogmios leaves out the CBOR of native scripts unless it runs with
 * `--include-script-cbor`.
 */
export const scriptOf = (language: unknown, cbor: unknown): Script | undefined => {
  const known = LANGUAGES.find((name) => name === language)
  return known === undefined || typeof cbor !== 'string' ? undefined : { language: known, cbor }
}

/** @throws {SyntaxError} if `value` is not an output */
export const readOutputJson = (value: unknown): OutputJson & { readonly script: unknown } => {
  const json = record(value, 'an output')
  const amounts = record(json.value, "an output's value")
  const { datum, datumHash, script } = json
  return {
    address: text(json.address, "an output's address"),
    lovelace: integer(record(amounts.ada, "an output's ada").lovelace, "an output's lovelace"),
    assets: readAssetsJson(amounts),
    ...(isAbsent(datum) ? undefined : { datum: text(datum, "an output's datum") }),
    ...(isAbsent(datumHash) ? undefined : { datumHash: text(datumHash, "an output's datum hash") }),
    script,
  }
}

/** @throws {SyntaxError} if `value` is not `{"transaction":{"id"},"index"}` */
export const readReferenceJson = (value: unknown): OutputReference => {
  const { transaction, index } = record(value, 'an output reference')
  return {
    transaction: text(record(transaction, 'a transaction').id, "a transaction's id"),
    index: count(index, "an output's index"),
  }
}

export const referenceJson = ({ transaction, index }: OutputReference): string =>
  `{"transaction":{"id":"${transaction}"},"index":${index}}`

/**
 * Writes `{policy:{name:quantity}}` members.
 * @param assets assets in the ledger's order, see {@link inLedgerOrder}
 */
export const assetMembers = (assets: readonly AssetAmount[]): [Hex, string][] => {
  const policies = new Map<Hex, [Hex, string][]>()
  for (const { asset, quantity } of assets) {
    const names = policies.get(policyOf(asset)) ?? []
    names.push([assetNameOf(asset), String(quantity)])
    policies.set(policyOf(asset), names)
  }
  return [...policies].map(([policy, names]) => [policy, members(names)])
}

/**
 * Members have the node's order. Absent members are undefined.
 * @param script the script's JSON
 */
export const outputMembers = (output: OutputJson, script?: string): Members => ({
  address: JSON.stringify(output.address),
  value: members([['ada', `{"lovelace":${output.lovelace}}`], ...assetMembers(output.assets)]),
  datumHash: output.datumHash && JSON.stringify(output.datumHash),
  datum: output.datum && JSON.stringify(output.datum),
  script,
})
