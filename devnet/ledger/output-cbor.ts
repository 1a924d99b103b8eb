// Writes an output as CBOR, if its original bytes are unknown: a chain's first outputs, outputs of a recorded chain, and those of tests. An
// output with only an address and a value is a list. Any other output is a map, which is valid since Babbage. A recording has tens of
// thousands of outputs, for which the library would be too slow.
import { cborBytes, cborEmbedded, cborInteger, cborList, cborMap } from '../../schema/codecs/cbor-write.ts'
import { LANGUAGES } from '../../schema/codecs/output-cbor.ts'
import { type AssetAmount, assetNameOf, type Hex, policyOf } from '../../schema/primitives.ts'
import type { LedgerScript } from './script.ts'

/**
 * Quantities by policy and name.
 * @param assets sorted
 */
export const assetsCbor = (assets: readonly AssetAmount[]): Hex => {
  const policies = new Map<Hex, [Hex, Hex][]>()
  for (const { asset, quantity } of assets) {
    const names = policies.get(policyOf(asset)) ?? []
    names.push([cborBytes(assetNameOf(asset)), cborInteger(quantity)])
    policies.set(policyOf(asset), names)
  }
  return cborMap([...policies].map(([policy, names]) => [cborBytes(policy), cborMap(names)]))
}

/** @param assets sorted */
export const valueCbor = (lovelace: bigint, assets: readonly AssetAmount[]): Hex =>
  assets.length === 0 ? cborInteger(lovelace) : cborList([cborInteger(lovelace), assetsCbor(assets)])

const scriptCbor = ({ language, cbor }: LedgerScript): Hex =>
  cborList([cborInteger(LANGUAGES.indexOf(language)), language === 'native' ? cbor : cborBytes(cbor)])

interface OutputParts {
  /** Raw bytes. */
  readonly address: Hex
  /** CBOR, see {@link valueCbor}. */
  readonly value: Hex
  readonly datum?: Hex
  readonly datumHash?: Hex
  readonly script?: LedgerScript
}

export const outputCbor = ({ address, value, datum, datumHash, script }: OutputParts): Hex => {
  if (datum === undefined && datumHash === undefined && script === undefined)
    return cborList([cborBytes(address), value])
  const members: [Hex, Hex][] = [
    ['00', cborBytes(address)],
    ['01', value],
  ]
  if (datum !== undefined) members.push(['02', cborList(['01', cborEmbedded(datum)])])
  else if (datumHash !== undefined) members.push(['02', cborList(['00', cborBytes(datumHash)])])
  if (script !== undefined) members.push(['03', cborEmbedded(scriptCbor(script))])
  return cborMap(members)
}
