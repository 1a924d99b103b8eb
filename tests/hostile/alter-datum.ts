// An honest datum with one or two changed fields. Usually the new value has the same type, which readers accept. Sometimes the value has
// another type, or the datum has another number of fields.

import type { Random } from '../../devnet/actors/random.ts'
import { decodePlutusData, type PlutusData } from '../../schema/codecs/plutus-data.ts'
import type { Hex } from '../../schema/primitives.ts'
import { oddBytes, oddInteger } from './odd-values.ts'
import { writeWildly } from './wild-cbor.ts'

const LONG_LIST = 400

const DEEPEST = 4

export const anyData = (random: Random, depth = 0): PlutusData => {
  const items = (): PlutusData[] =>
    Array.from({ length: random.integer(0, 3) }, () => anyData(random, depth + 1))
  switch (random.integer(0, depth >= DEEPEST ? 1 : 6)) {
    case 0:
      return oddInteger(random, 1n)
    case 1:
      return oddBytes(random, '00'.repeat(28))
    case 2:
      return items()
    case 3:
      return { pairs: items().map((item) => [item, item] as const) }
    case 4:
      return Array.from({ length: random.chance(0.1) ? LONG_LIST : 1 }, () => oddInteger(random, 0n))
    default:
      return { constructor: random.pick([0, 0, 0, 1, 2, 6, 7, 127, 128, 200]) ?? 0, fields: items() }
  }
}

const oddOfSameKind = (random: Random, data: PlutusData): PlutusData => {
  if (typeof data === 'bigint') return oddInteger(random, data)
  if (typeof data === 'string') return oddBytes(random, data)
  return anyData(random)
}

const alterFields = (random: Random, fields: readonly PlutusData[]): PlutusData[] => {
  const at = random.integer(0, fields.length - 1)
  return fields.map((field, index) => (index === at ? alterData(random, field) : field))
}

const alterData = (random: Random, data: PlutusData): PlutusData => {
  if (random.chance(0.04)) return anyData(random)
  if (typeof data === 'bigint' || typeof data === 'string') return oddOfSameKind(random, data)
  if ('fields' in data) {
    if (data.fields.length === 0 || random.chance(0.03)) return anyData(random)
    if (random.chance(0.02)) return { ...data, fields: data.fields.slice(1) }
    if (random.chance(0.02)) return { ...data, fields: [...data.fields, anyData(random)] }
    return { ...data, fields: alterFields(random, data.fields) }
  }
  if ('pairs' in data) return anyData(random)
  return data.length === 0 ? Array.from({ length: 3 }, () => anyData(random)) : alterFields(random, data)
}

/** Deeper than recursive readers can read. */
export const deepData = (depth: number): Hex => `${'81'.repeat(depth)}80`

/** Writes the altered datum in some form of CBOR. A missing datum is replaced by any data. */
export const alterDatum = (random: Random, datum: Hex | undefined, times = random.integer(1, 2)): Hex => {
  let data = datum === undefined ? undefined : decodePlutusData(datum)
  if (data === undefined) return writeWildly(random, anyData(random))
  for (let done = 0; done < times; done += 1) data = alterData(random, data)
  return writeWildly(random, data)
}

export const rewriteDatum = (random: Random, datum: Hex): Hex => {
  const data = decodePlutusData(datum)
  return data === undefined ? datum : writeWildly(random, data)
}

/** A datum without this integer stays unchanged. */
export const withInteger = (random: Random, datum: Hex, field: number, value: bigint): Hex => {
  const data = decodePlutusData(datum)
  if (typeof data !== 'object' || !('fields' in data) || typeof data.fields[field] !== 'bigint') return datum
  const fields = data.fields.map((each, at) => (at === field ? value : each))
  return writeWildly(random, { ...data, fields })
}
