// Datums decoded by @cardano-sdk, as plain lists of fields.
import { type Cardano, Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'

const isConstructor = (data: unknown): data is Cardano.ConstrPlutusData =>
  typeof data === 'object' && data !== null && 'constructor' in data && 'fields' in data

const decoded = new Map<string, unknown>()

/** Pools keep their datum, and decoding is slow. */
const decode = (cbor: string): unknown => {
  const data = decoded.get(cbor) ?? Serialization.PlutusData.fromCbor(HexBlob(cbor)).toCore()
  decoded.set(cbor, data)
  return data
}

/** The fields of a constructor, from its CBOR or as one of another's fields. */
export const fieldsOf = (data: unknown): readonly unknown[] => {
  const core = typeof data === 'string' ? decode(data) : data
  if (!isConstructor(core)) throw new Error('a datum is no constructor')
  return core.fields.items
}

export const fieldsAt = (fields: readonly unknown[], at: number): readonly unknown[] => fieldsOf(fields[at])

export const intAt = (fields: readonly unknown[], at: number): bigint => {
  const value = fields[at]
  if (typeof value !== 'bigint') throw new Error(`field ${at} is no integer`)
  return value
}

/** Hex. */
export const bytesAt = (fields: readonly unknown[], at: number): string => {
  const value = fields[at]
  if (!(value instanceof Uint8Array)) throw new Error(`field ${at} is no bytes`)
  return Buffer.from(value).toString('hex')
}
