// Resources of the specification as tables: each field with the kind of its value. The tables follow the specification, not the service's
// own schemas, so a test can compare the two.
import assert from 'node:assert/strict'
import type { Row } from './rows.ts'

const text =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value)

/** Amounts that may exceed 53 bits are strings of digits. Hex has whole bytes. */
const KINDS = {
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  number: (value: unknown) => Number.isFinite(value),
  integer: (value: unknown) => Number.isSafeInteger(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value: unknown) => Array.isArray(value),
  assetId: text(/^(\.|[0-9a-f]{56}\.([0-9a-f]{2}){0,32})$/),
  unit: text(/^(lovelace|[0-9a-f]{56}\.([0-9a-f]{2}){0,32})$/),
  decimal: text(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/),
  digits: text(/^(0|[1-9][0-9]*)$/),
  readable: text(/^[0-9]{1,3}(_[0-9]{3})*(\.[0-9]+)?$/),
  hex: text(/^([0-9a-f]{2})+$/),
  keyHash: text(/^[0-9a-f]{56}$/),
  hash: text(/^[0-9a-f]{64}$/),
  bech32: text(/^addr(_test)?1[02-9ac-hj-np-z]{50,}$/),
  url: text(/^https?:\/\/[^\s/]+\S*$/),
} as const

type Kind = keyof typeof KINDS

/** Fields of a resource, by path, in the specification's order. A path ending in `?` is optional. */
export type Fields = Readonly<Record<string, Kind>>

/**
 * Reads fields from a text: groups separated by spaces, each with field names separated by commas and their kind, as in `x,y:digits`.
 * @throws {TypeError} if a kind does not exist
 */
export const fieldsOf = (text: string): Fields =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .flatMap((group) => {
        const [names = '', kind = ''] = group.split(':')
        if (!isKind(kind)) throw new TypeError(`${group} has no kind`)
        return names.split(',').map((name): [string, Kind] => [name, kind])
      }),
  )

const isKind = (name: string): name is Kind => name in KINDS

export const isOf = (kind: Kind, value: unknown): boolean => KINDS[kind](value)

const isObject = (value: unknown): value is Record<string, unknown> => isOf('object', value)

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((of, name) => (isObject(of) ? of[name] : undefined), value)

const leaves = (value: unknown, prefix = ''): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, of]) => leaves(of, prefix === '' ? name : `${prefix}.${name}`))
    : [prefix]

const pathsOf = (fields: Fields): string[] => Object.keys(fields).map((path) => path.replace('?', ''))

const assertField = (value: unknown, path: string, kind: Kind): void => {
  const found = at(value, path.replace('?', ''))
  if (found === undefined && path.endsWith('?')) return
  assert.ok(isOf(kind, found), `${path} is ${JSON.stringify(found)}, not of kind ${kind}`)
}

/** Members that the specification lacks. */
const ADDED = ['txHash', 'entityId', 'entityIds', 'validUntil', 'point']

const isAdded = (path: string): boolean => ADDED.includes(path.split('.')[0] ?? '')

const assertNoOther = (value: unknown, fields: Fields): void => {
  const known = pathsOf(fields)
  assert.deepEqual(
    leaves(value).filter((path) => !known.includes(path) && !isAdded(path)),
    [],
  )
}

const assertOrder = (value: unknown, fields: Fields): void => {
  assert.ok(isObject(value))
  const order = [...new Set(pathsOf(fields).map((path) => path.split('.')[0] ?? ''))]
  assert.deepEqual(
    Object.keys(value).filter((name) => order.includes(name) || !isAdded(name)),
    order.filter((name) => value[name] !== undefined),
  )
}

export const assertIs = (fields: Fields, value: unknown): void => {
  for (const [path, kind] of Object.entries(fields)) assertField(value, path, kind)
  assertNoOther(value, fields)
}

/** One row per field, one for missing and further fields, one for the fields' order. */
export const judgeFields = async (row: Row, fields: Fields, value: unknown): Promise<void> => {
  for (const [path, kind] of Object.entries(fields))
    await row(`field ${path}: ${kind}`, () => assertField(value, path, kind))
  await row('no field beyond the specification', () => assertNoOther(value, fields))
  await row('fields in the order of the specification', () => assertOrder(value, fields))
}
