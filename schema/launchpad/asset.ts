// Assets in datums: constructor 0 of a policy id and a name, both empty for ADA.
import type { PlutusData } from '../codecs/plutus-data.ts'
import { ADA, type AssetId, assetId, assetNameOf, policyOf } from '../primitives.ts'
import { construct, HASH_BYTES, readBytes, readFields } from './datums/fields.ts'

const MAX_NAME_DIGITS = 64

/** The asset that the data names; `undefined` if the data is no asset. A name without a policy is no asset. */
export const readAsset = (data: PlutusData | undefined): AssetId | undefined => {
  const fields = readFields(data, 0, 2)
  const policy = readBytes(fields?.[0])
  const name = readBytes(fields?.[1])
  if (policy === undefined || name === undefined || name.length > MAX_NAME_DIGITS) return undefined
  if (policy === '') return name === '' ? ADA : undefined
  return policy.length === HASH_BYTES * 2 ? assetId(policy, name) : undefined
}

/** Reads an asset like {@link readAsset}, but refuses ADA. */
export const readToken = (data: PlutusData | undefined): AssetId | undefined => {
  const asset = readAsset(data)
  return asset === ADA ? undefined : asset
}

export const writeAsset = (asset: AssetId): PlutusData => construct(policyOf(asset), assetNameOf(asset))
