// Readers of a datum's fields. Each reads one item of Plutus data, and returns `undefined` for any other item. All codecs use these
// readers, so the rules for well-formed fields are in one place. Amounts must fit a signed 64-bit integer, like a
// column of the models.

import { MAX_QUANTITY } from '../../amount-limits.ts'
import type { PlutusConstructor, PlutusData } from '../../codecs/plutus-data.ts'
import type { Ratio } from '../../codecs/ratio.ts'
import { ADA, type AssetId, assetId, assetNameOf, type Hex, policyOf } from '../../primitives.ts'

export const HASH_BYTES = 28

const MAX_RATIO_TERM = 2n ** 256n

type Maybe = PlutusData | undefined

/** Undefined unless the constructor has exactly `count` fields. */
export const readFields = (
  data: Maybe,
  alternative: number,
  count: number,
): readonly PlutusData[] | undefined =>
  isConstructor(data) && data.constructor === alternative && data.fields.length === count
    ? data.fields
    : undefined

export const isConstructor = (data: Maybe): data is PlutusConstructor =>
  typeof data === 'object' && 'fields' in data

const readList = (data: Maybe): readonly PlutusData[] | undefined =>
  typeof data === 'object' && !('fields' in data) && !('pairs' in data) ? data : undefined

/** With a `length`, exactly so many bytes. */
export const readBytes = (data: Maybe, length?: number): Hex | undefined =>
  typeof data === 'string' && (length === undefined || data.length === length * 2) ? data : undefined

/** A key or script hash. */
export const readHash = (data: Maybe): Hex | undefined => readBytes(data, HASH_BYTES)

/** 0 to 2^63 - 1. */
export const readAmount = (data: Maybe): bigint | undefined =>
  typeof data === 'bigint' && data >= 0n && data <= MAX_QUANTITY ? data : undefined

/** Constructor 0 with a numerator ≥ 0 and a denominator ≥ 1. It is not reduced, so it can be written back unchanged. */
export const readRatio = (data: Maybe): Ratio | undefined => {
  const [numerator, denominator] = readFields(data, 0, 2) ?? []
  if (typeof numerator !== 'bigint' || numerator < 0n || numerator >= MAX_RATIO_TERM) return undefined
  if (typeof denominator !== 'bigint' || denominator < 1n || denominator >= MAX_RATIO_TERM) return undefined
  return { numerator, denominator }
}

/** `undefined` if an item is refused or the data is not a list. */
export const readEach = <T>(
  data: Maybe,
  read: (item: PlutusData) => T | undefined,
): readonly T[] | undefined => {
  const items = readList(data)
  if (items === undefined) return undefined
  const values: T[] = []
  for (const item of items) {
    const value = read(item)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

/** Uses constructor 0. */
export const construct = (...fields: readonly PlutusData[]): PlutusConstructor => ({ constructor: 0, fields })

export const writeRatio = ({ numerator, denominator }: Ratio): PlutusData => construct(numerator, denominator)

const MAX_NAME_DIGITS = 64

/**
 * Constructor 0 of a policy id and a name, both empty for ADA. `undefined` if the data is not an asset. A name without a policy is not an
 * asset.
 */
export const readAsset = (data: PlutusData | undefined): AssetId | undefined => {
  const fields = readFields(data, 0, 2)
  const policy = readBytes(fields?.[0])
  const name = readBytes(fields?.[1])
  if (policy === undefined || name === undefined || name.length > MAX_NAME_DIGITS) return undefined
  if (policy === '') return name === '' ? ADA : undefined
  return policy.length === HASH_BYTES * 2 ? assetId(policy, name) : undefined
}

/** Like {@link readAsset}, but refuses ADA. */
export const readToken = (data: PlutusData | undefined): AssetId | undefined => {
  const asset = readAsset(data)
  return asset === ADA ? undefined : asset
}

export const writeAsset = (asset: AssetId): PlutusData => construct(policyOf(asset), assetNameOf(asset))
