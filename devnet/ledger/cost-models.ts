// Cost models in the encodings of transactions and of the script machine. They are long lists that no transaction changes, so each is
// encoded once.
import { Serialization } from '@cardano-sdk/core'
import { cborBytes, cborInteger, cborList, cborMap } from '../../schema/codecs/cbor-write.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { Parameters } from './parameters.ts'

const made = new WeakMap<Parameters, Map<string, Hex>>()

const once = (parameters: Parameters, name: string, make: () => Hex): Hex => {
  const encodings = made.get(parameters) ?? new Map<string, Hex>()
  made.set(parameters, encodings)
  const known = encodings.get(name) ?? make()
  encodings.set(name, known)
  return known
}

/** A map from language to costs. */
export const costModelsCbor = (parameters: Parameters): Hex =>
  once(parameters, 'all', () => Serialization.Costmdls.fromCore(parameters.costModels).toCbor())

/** The ledger's number of the language. */
const V1 = 0

/** For Plutus V1, key and costs are wrapped in byte strings, and the costs are a list of indefinite length. */
const viewOf = (language: number, costs: readonly number[]): [Hex, Hex] => {
  const values = costs.map((cost) => cborInteger(BigInt(cost)))
  const key = cborInteger(language)
  return language === V1 ? [cborBytes(key), cborBytes(`9f${values.join('')}ff`)] : [key, cborList(values)]
}

/**
 * The encoding that a script integrity hash covers. Language 0 is Plutus V1.
 * @param languages in any order; those without a cost model are left out
 */
export const languageViews = (parameters: Parameters, languages: Iterable<number>): Hex => {
  // Shorter keys first, so Plutus V1 is last.
  const sorted = [...new Set(languages)].sort((a, b) => Number(a === V1) - Number(b === V1) || a - b)
  return once(parameters, `of ${sorted}`, () => {
    const used = sorted.flatMap((language) => {
      const costs = parameters.costModels.get(language)
      return costs === undefined ? [] : [viewOf(language, costs)]
    })
    return cborMap(used)
  })
}
