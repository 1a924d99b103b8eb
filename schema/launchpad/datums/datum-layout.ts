// A datum's layout names its fields once, in order, each with a reader and a writer. The datum's type, reader and writer are derived from
// the layout. The reader refuses all other data.
import type { Credential } from '../../codecs/address.ts'
import {
  decodePlutusData,
  encodePlutusData,
  type PlutusData,
  type PlutusStyle,
} from '../../codecs/plutus-data.ts'
import type { Ratio } from '../../codecs/ratio.ts'
import type { AssetId, Hex } from '../../primitives.ts'
import {
  type PlutusAddress,
  readAddress,
  readInlineCredential,
  writeAddress,
  writeInlineCredential,
} from '../address.ts'
import {
  construct,
  readAmount,
  readAsset,
  readBytes,
  readEach,
  readFields,
  readHash,
  readRatio,
  readToken,
  writeAsset,
  writeRatio,
} from './fields.ts'

/** `read` returns undefined for data of another form. */
export interface Field<Value> {
  read(data: PlutusData | undefined): Value | undefined
  write(value: Value): PlutusData
}

/** Has the same value in every datum of the kind, so the read datum lacks it. */
interface FixedField extends Field<unknown> {
  readonly isFixed: true
}

type Layout = Readonly<Record<string, Field<unknown>>>

export type DatumOf<Of extends Layout> = {
  readonly [Name in keyof Of as Of[Name] extends FixedField ? never : Name]: Of[Name] extends Field<
    infer Value
  >
    ? Value
    : never
}

const asRead = <Value extends PlutusData>(
  read: (data: PlutusData | undefined) => Value | undefined,
): Field<Value> => ({ read, write: (value) => value })

export const BYTES = asRead<Hex>((data) => readBytes(data))
export const HASH = asRead(readHash)
/** 0 to 2^63 - 1. */
export const AMOUNT = asRead(readAmount)
export const RATIO: Field<Ratio> = { read: readRatio, write: writeRatio }
export const ASSET: Field<AssetId> = { read: readAsset, write: writeAsset }
/** An asset other than ADA. */
export const TOKEN: Field<AssetId> = { read: readToken, write: writeAsset }
export const ADDRESS: Field<PlutusAddress> = { read: readAddress, write: writeAddress }
export const INLINE_CREDENTIAL: Field<Credential> = {
  read: readInlineCredential,
  write: writeInlineCredential,
}

export const bytesOf = (length: number): Field<Hex> => asRead((data) => readBytes(data, length))

export const listOf = <Value>(item: Field<Value>): Field<readonly Value[]> => ({
  read: (data) => readEach(data, item.read),
  write: (values) => values.map(item.write),
})

export const fixed = <Value>({ read, write }: Field<Value>, value: Value): FixedField => ({
  isFixed: true,
  read: (data) => (read(data) === value ? value : undefined),
  write: () => write(value),
})

/** A field that has the fields of a layout, as constructor 0. */
export const fieldsOf = <Of extends Layout>(layout: Of): Field<DatumOf<Of>> => {
  const fields = Object.entries(layout)
  const isPart = fields.map(([, field]) => !('isFixed' in field))
  return {
    read(data) {
      const values = readFields(data, 0, fields.length)
      if (values === undefined) return undefined
      const datum: Record<string, unknown> = {}
      for (const [at, [name, { read }]] of fields.entries()) {
        const value = read(values[at])
        if (value === undefined) return undefined
        if (isPart[at]) datum[name] = value
      }
      return datum as DatumOf<Of>
    },
    write(datum) {
      const values: Readonly<Record<string, unknown>> = datum
      return construct(...fields.map(([name, { write }]) => write(values[name])))
    },
  }
}

/** @param isValid whether well-formed fields are consistent */
export const datumCodec = <Of extends Layout>(
  layout: Of,
  isValid: (datum: DatumOf<Of>) => boolean = () => true,
) => {
  const { read, write } = fieldsOf(layout)
  return {
    /** Undefined for other data. */
    decode(hex: Hex): DatumOf<Of> | undefined {
      const datum = read(decodePlutusData(hex))
      return datum !== undefined && isValid(datum) ? datum : undefined
    },
    encode: (datum: DatumOf<Of>, style: PlutusStyle): Hex => encodePlutusData(write(datum), style),
  }
}
