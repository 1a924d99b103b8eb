// Rows of a table of an operator's model. Path, parameters and responses come from the table's description.
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type Column, integer, type Stored } from '../../projections/engine/table/column.ts'
import type { Table } from '../../projections/engine/table/table.ts'
import { isIndexed, ownRowsQuery, selectableColumns } from '../../projections/own/own-rows.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { PLACE, readPlace } from '../../schema/chain-place.ts'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import { limitUpTo, refusedParam } from '../http/route/fields.ts'
import { type Route, route } from '../http/route/route.ts'

const MOST_ROWS = 1_000

const MOST_TEXT = 500

/** Largest integer that a query may contain. */
const MOST_INTEGER = 999_999_999_999_999

const DIGITS = '^-?(?:0|[1-9][0-9]{0,18})$'
const NATURAL = '^(?:0|[1-9][0-9]{0,80})$'
const HEX = '^(?:[0-9a-fA-F]{2}){0,256}$'

const inResponse = ({ kind, is64Bit, isNullable }: Column): TSchema => {
  const schema =
    kind === 'flag'
      ? Type.Boolean()
      : kind === 'integer' && !is64Bit
        ? Type.Integer()
        : kind === 'text'
          ? Type.String()
          : kind === 'bytes'
            ? Type.String({ pattern: HEX, description: 'Hex.' })
            : Type.String({ pattern: kind === 'natural' ? NATURAL : DIGITS, description: 'Digits.' })
  return isNullable ? Type.Union([schema, Type.Null()]) : schema
}

const asParameter = (name: string, { kind, is64Bit }: Column): TSchema => {
  const description = `Only rows with this ${name}.`
  if (kind === 'flag') return OneOf(['true', 'false'], { description })
  if (kind === 'text') return Type.String({ maxLength: MOST_TEXT, description })
  if (kind === 'bytes') return Type.String({ pattern: HEX, mustBe: 'hex', description })
  if (kind === 'integer' && !is64Bit)
    return Type.Integer({ minimum: -MOST_INTEGER, maximum: MOST_INTEGER, description })
  return Type.String({ pattern: kind === 'natural' ? NATURAL : DIGITS, mustBe: 'digits', description })
}

/** @throws {ApiError} INVALID_PARAMS for a value that the column cannot have */
const storedOf = (name: string, column: Column, value: unknown): Stored => {
  const { kind, is64Bit, decodeHex } = column
  try {
    if (kind === 'flag') return column.encode(`${value}` === 'true')
    if (kind === 'bytes') return column.encode(decodeHex?.(String(value)))
    return column.encode(kind === 'natural' || is64Bit ? BigInt(String(value)) : value)
  } catch {
    throw new ApiError('INVALID_PARAMS', `Invalid input: ${name} must be a value of its column`)
  }
}

const jsonOf = (value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}`
  return Buffer.isBuffer(value) ? value.toString('hex') : value
}

/** A cursor has the key's values as JSON. */
const writeKey = (values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** @throws {ApiError} INVALID_PARAMS if the text is not a cursor of the table */
const readKey = ({ key, columns }: Table, cursor: string): readonly Stored[] => {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(values) || values.length !== key.length) throw new TypeError('another length')
    return key.map((name, at) => storedOf(name, columns[name] ?? integer, values[at]))
  } catch {
    throw new ApiError('INVALID_PARAMS', 'Invalid input: after must be the cursor of a page of this table')
  }
}

/** Every table has these parameters, so a column with such a name gets another one. */
const COMMON = new Set(['after', 'limit', 'order'])
const parameterOf = (column: string): string => (COMMON.has(column) ? `${column}_` : column)

/** How rows are found, for messages. */
const waysOf = ({ key, kind }: Table): string =>
  `rows are found by ${kind === 'state' ? `the first columns of the key (${key.join(', ')}), or by ` : ''}one column with an index`

const queryOf = (table: Table): TObject =>
  Type.Object({
    ...Object.fromEntries(
      Object.entries(table.columns).map(([name, column]) => [
        parameterOf(name),
        Type.Optional(
          selectableColumns(table).includes(name)
            ? asParameter(name, column)
            : refusedParam(`left out: ${waysOf(table)}`),
        ),
      ]),
    ),
    after: Type.Optional(
      Type.String({
        pattern: table.kind === 'append' ? PLACE : '^[A-Za-z0-9_-]{1,8000}$',
        mustBe: 'the cursor of a page',
        description: 'The member `next` of the previous page. It stays valid after forks.',
      }),
    ),
    limit: limitUpTo(MOST_ROWS),
    ...(table.kind === 'append' && {
      order: OneOf(['newest', 'oldest'], {
        default: 'newest',
        description: 'Which rows come first. With `oldest`, the cursor of the last page waits for new rows.',
      }),
    }),
  })

const pageOf = (table: Table): TObject =>
  Type.Object({
    items: Type.Array(
      Type.Object(
        Object.fromEntries(Object.entries(table.columns).map(([name, column]) => [name, inResponse(column)])),
      ),
      { description: 'The rows: in the order of their key, or of the chain.' },
    ),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Cursor for `after`; null if there are no further rows.',
    }),
    ...(table.kind === 'append' && {
      undoneAfter: Type.Union([Type.Integer(), Type.Null()], {
        description:
          'Height of the last block before a fork that undid the block of the cursor: forget the rows of earlier pages above it; oldest first, they come again. 0 if the model has changed since, so that all rows come again. Otherwise null.',
      }),
    }),
  })

/** In camel case. */
const operationOf = (name: string): string =>
  `getOwn${`_${name}`.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase())}`

/**
 * @param model name of the table's model
 * @param confirmed returns the height of the newest confirmed block
 */
export const ownRowsRoute = (
  model: string,
  table: Table,
  reader: Pick<ModelsReader, 'prepared'>,
  confirmed: () => number,
): Route => {
  const query = reader.prepared((database) => ownRowsQuery(database, model, table))
  const selectable = selectableColumns(table)
  return route({
    path: `/v1/own/${table.name}`,
    operationId: operationOf(table.name),
    summary: `Rows of the table ${table.name}`,
    description: `A table of the model ${model}. Integers above 2^53 are digits, and bytes are hex.`,
    query: queryOf(table),
    responses: { 200: { schema: pageOf(table), description: 'A page of rows.' } },
    reads: { own: [model] },
    handle: ({ query: given }, reply) => {
      const parameters: Readonly<Record<string, unknown>> = Object(given)
      const where = Object.fromEntries(
        selectable.flatMap((name) => {
          const column = table.columns[name]
          const value = parameters[parameterOf(name)]
          return column === undefined || value === undefined ? [] : [[name, storedOf(name, column, value)]]
        }),
      )
      if (!isIndexed(table, Object.keys(where)))
        throw new ApiError('INVALID_PARAMS', `Invalid input: ${waysOf(table)}`)
      const after = parameters.after === undefined ? undefined : String(parameters.after)
      const isOfChain = table.kind === 'append'
      const page = query()({
        where,
        limit: Number(parameters.limit),
        order: parameters.order === 'oldest' ? 'oldest' : 'newest',
        confirmed: confirmed(),
        ...(after !== undefined &&
          (isOfChain ? { afterPlace: readPlace(after) } : { afterKey: readKey(table, after) })),
      })
      const items = page.rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonOf(value)])),
      )
      return reply(
        200,
        isOfChain
          ? { items, next: page.place, undoneAfter: page.undoneAfter }
          : { items, next: page.isEnd ? null : writeKey(table.key.map((name) => items.at(-1)?.[name])) },
      )
    },
  })
}
