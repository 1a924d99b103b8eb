// Queries written with kysely's types. Each is compiled and prepared once, so no request runs the builder or the parser. Values that vary
// between calls are named with `param`.
import type Database from 'better-sqlite3'
import {
  AliasNode,
  ColumnNode,
  createQueryId,
  DummyDriver,
  IdentifierNode,
  Kysely,
  type LimitNode,
  type RawBuilder,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Column, Stored } from '../../engine/table/column.ts'
import type { ModelsSchema } from './schema.ts'

class Param {
  readonly name: string
  readonly column: Column<Stored> | undefined

  constructor(name: string, column: Column<Stored> | undefined) {
    this.name = name
    this.column = column
  }
}

/**
 * @param column gives the value's type and encoding; without it the value is bound unchanged, so bytes of a `hex` column would have to be a
 * Buffer
 */
export const param = <T extends Stored>(name: string, column?: Column<T>): RawBuilder<T> =>
  sql<T>`${new Param(name, column)}`

/**
 * Writes a limit as a sum. SQLite uses the value of a lone parameter for the plan, and would prepare the statement again for every other
 * value, which takes longer than reading a few rows.
 */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit +')
    this.visitNode(node.limit)
  }
}

const compiler = new Compiler()

/** Compiles queries, without a connection. */
export const queries = new Kysely<ModelsSchema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

type Values = Readonly<Record<string, Stored>>

/** For a query that selects all columns. `selectAll` would not fail on a table of an earlier generation that lacks a column. */
export const namesOf = <C extends object>(columns: C): (keyof C & string)[] =>
  Object.keys(columns).filter((name): name is keyof C & string => Object.hasOwn(columns, name))

/** The descriptions decode the values. */
type ColumnsOf<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> }

interface Prepared<Row> {
  /** In the selected order. Takes half the time of objects. */
  tuples(values: Values): Row[keyof Row][][]
  firsts(values: Values): Row[keyof Row][]
  /** Reads rows one by one without keeping them. */
  values(values: Values): Iterable<Row[keyof Row]>
  all(values: Values): Row[]
  get(values: Values): Row | undefined
}

/** Differs from the column's own name, by which the query may sort. */
const HEX = 'hex of '

/** Undefined for `*`. */
const selectedName = ({ selection }: SelectionNode): string | undefined => {
  const named = AliasNode.is(selection) ? selection.alias : selection
  const column = ReferenceNode.is(named) ? named.column : named
  const name = ColumnNode.is(column) ? column.column : column
  return IdentifierNode.is(name) ? name.name : undefined
}

const withHex = (query: RootOperationNode, columns: Readonly<Record<string, Column | undefined>>) => {
  if (!SelectQueryNode.is(query) || query.selections === undefined) return query
  const selections = query.selections.map((node) => {
    const name = selectedName(node)
    const column = name === undefined ? undefined : columns[name]
    if (name === undefined || column?.decodeHex === undefined) return node
    const of = AliasNode.is(node.selection) ? node.selection.node : node.selection
    const hex = column.isNullable
      ? RawNode.create(['iif(', ' IS NULL, NULL, hex(', '))'], [of, of])
      : RawNode.create(['hex(', ')'], [of])
    return SelectionNode.create(AliasNode.create(hex, IdentifierNode.create(HEX + name)))
  })
  return { ...query, selections }
}

/**
 * @param columns selected columns; integers above 2^53 are read exactly
 * @throws {TypeError} if the query selects `*` instead of names, see `namesOf`
 */
export const prepare = <Row>(
  database: Database.Database,
  query: { toOperationNode(): SelectQueryNode; execute(): Promise<Row[]> },
  columns: ColumnsOf<Row>,
): Prepared<Row> => {
  const byName: Readonly<Record<string, Column | undefined>> = columns
  const { sql: text, parameters } = compiler.compileQuery(
    withHex(query.toOperationNode(), byName),
    createQueryId(),
  )
  if (/\bselect \*/i.test(text)) throw new TypeError(`the query must name its columns: ${text}`)
  const statement = database
    .prepare<Stored[], Stored | Stored[]>(text)
    .safeIntegers(Object.values<Column>(columns).some(({ is64Bit }) => is64Bit))
  const selected = statement.columns().map(({ name: selectedAs }) => {
    const isHex = selectedAs.startsWith(HEX)
    const name = isHex ? selectedAs.slice(HEX.length) : selectedAs
    const column = byName[name]
    if (column === undefined) throw new TypeError(`the query's column ${name} has no known type`)
    const { decodeHex } = column
    const decode =
      isHex && decodeHex !== undefined
        ? (stored: Stored) => (typeof stored === 'string' ? decodeHex(stored) : null)
        : column.decode
    return { name, decode }
  })
  // Making a list would take as long as reading the value.
  if (selected.length === 1) statement.pluck()
  else statement.raw()
  const cellsOf = (read: Stored | Stored[]): Stored[] => (Array.isArray(read) ? read : [read])
  const bind = (values: Values): Stored[] =>
    parameters.map((parameter) => {
      if (!(parameter instanceof Param)) return parameter as Stored
      const value = values[parameter.name]
      if (value === undefined) throw new Error(`the query needs a value for "${parameter.name}"`)
      return parameter.column === undefined ? value : parameter.column.encode(value)
    })
  const tuple = (read: Stored | Stored[]) => {
    const cells = cellsOf(read)
    return selected.map(({ decode }, at) => decode(cells[at] ?? null)) as Row[keyof Row][]
  }
  const first = (read: Stored | Stored[]) =>
    selected[0]?.decode((Array.isArray(read) ? read[0] : read) ?? null) as Row[keyof Row]
  // `Object.fromEntries` takes longer than reading a row with many columns.
  const row = (read: Stored | Stored[]): Row => {
    const cells = cellsOf(read)
    const made: Record<string, unknown> = {}
    let at = 0
    for (const { name, decode } of selected) made[name] = decode(cells[at++] ?? null)
    return made as Row
  }
  return {
    tuples: (values) => statement.all(...bind(values)).map(tuple),
    firsts: (values) => statement.all(...bind(values)).map(first),
    *values(values) {
      for (const stored of statement.iterate(...bind(values))) yield first(stored)
    },
    all: (values) => statement.all(...bind(values)).map(row),
    get(values) {
      const stored = statement.get(...bind(values))
      return stored === undefined ? undefined : row(stored)
    },
  }
}
