// Assets of an output in the project's compact binary form. Most assets of a chain are stored but never read. So they are copied as bytes,
// and converted to objects only when they are needed.

import type { AssetAmount } from '../primitives.ts'
import { BinaryReader, BinaryWriter } from './binary.ts'

/** A policy's number of hex digits, and the maximum in an asset name. */
const [POLICY_DIGITS, MOST_NAME_DIGITS] = [56, 64]

/** @throws {RangeError} if a policy or name has a length that the ledger does not allow */
export const writeAssets = (writer: BinaryWriter, assets: readonly AssetAmount[]): void => {
  writer.count(assets.length)
  for (const { asset, quantity } of assets) {
    if (asset[POLICY_DIGITS] !== '.' || asset.length > POLICY_DIGITS + 1 + MOST_NAME_DIGITS)
      throw new RangeError(`not an asset id: ${asset.slice(0, 200)}`)
    writer.shared(asset.slice(0, POLICY_DIGITS))
    writer.bytes(asset.slice(POLICY_DIGITS + 1))
    writer.signed(quantity)
  }
}

export const readAssets = (reader: BinaryReader): AssetAmount[] => {
  const assets = new Array<AssetAmount>(reader.listLength())
  for (let index = 0; index < assets.length; index++)
    assets[index] = {
      asset: `${reader.shared()}.${reader.bytes()}`,
      quantity: reader.signed(),
    }
  return assets
}

const writer = new BinaryWriter()

/** The stored form; null if there are no assets. */
export const packAssets = (assets: readonly AssetAmount[]): Buffer | null => {
  if (assets.length === 0) return null
  writer.reset()
  writeAssets(writer, assets)
  return writer.result()
}

export const unpackAssets = (packed: Buffer | null): AssetAmount[] =>
  packed === null ? [] : readAssets(new BinaryReader(packed))

/** Returns the assets in the form of `packAssets`. */
export const readPackedAssets = (reader: BinaryReader): Buffer | null => {
  const { buffer } = reader
  const count = reader.listLength()
  if (count === 0) return null
  writer.reset()
  writer.count(count)
  /** Indexes among the shared byte strings of `reader`, in the order of the result. */
  const policies: number[] = []
  for (let left = count; left > 0; left--) {
    const place = reader.sharedPlace()
    const known = policies.indexOf(place)
    if (known === -1) {
      policies.push(place)
      const { start, bytes } = reader.sharedAt(place)
      writer.count(0)
      writer.count(bytes)
      writer.copy(buffer, start, start + bytes)
    } else writer.count(known + 1)
    const start = reader.at
    reader.skip(reader.count())
    reader.skipAmount()
    writer.copy(buffer, start, reader.at)
  }
  return writer.result()
}

const LEADING_DIGITS = 8

/** The first four bytes of a policy, as a number. Comparing these numbers quickly excludes most other policies. */
export const policyLead = (asset: string): number => Number.parseInt(asset.slice(0, LEADING_DIGITS), 16)

/** Whether a packed asset's policy has one of `leads`, see `policyLead`. */
export const hasPolicyLead = (packed: Buffer, leads: ReadonlySet<number>): boolean => {
  const reader = new BinaryReader(packed)
  let places = 0
  for (let left = reader.count(); left > 0; left--) {
    const place = reader.sharedPlace()
    if (place === places) {
      places++
      const { start, bytes } = reader.sharedAt(place)
      if (bytes >= 4 && leads.has(packed.readUInt32BE(start))) return true
    }
    reader.skip(reader.count())
    reader.skipAmount()
  }
  return false
}
