// Queries written with kysely's types, compiled once and prepared once: on a hot path neither the builder nor
// the parser runs again. What varies between calls is named with `param` where the query is written.
import type Database from 'better-sqlite3'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { ModelsSchema } from './schema.ts'

class Param {
  constructor(readonly name: string) {}
}

/** A value given at each call, by name. */
export const param = <T>(name: string): RawBuilder<T> => sql<T>`${new Param(name)}`

/** The builder: it compiles queries and has no connection. */
export const queries = new Kysely<ModelsSchema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

type Bindable = string | number | bigint | Buffer | null

export interface Prepared<Row> {
  /** Rows as lists of their columns in the order they were selected, which costs half of what objects do. */
  tuples(values: Readonly<Record<string, Bindable>>): Row[keyof Row][][]
  all(values: Readonly<Record<string, Bindable>>): Row[]
  get(values: Readonly<Record<string, Bindable>>): Row | undefined
  iterate(values: Readonly<Record<string, Bindable>>): IterableIterator<Row>
}

/** Prepares a query on a connection. `bigints` reads every integer of the rows as a bigint. */
export const prepare = <Row>(
  database: Database.Database,
  query: { compile(): CompiledQuery<Row> },
  options: { readonly bigints?: boolean } = {},
): Prepared<Row> => {
  const { sql: text, parameters } = query.compile()
  const statement = database.prepare<Bindable[], Row>(text).safeIntegers(options.bigints ?? false)
  const bind = (values: Readonly<Record<string, Bindable>>): Bindable[] =>
    parameters.map((parameter) => {
      if (!(parameter instanceof Param)) return parameter as Bindable
      const value = values[parameter.name]
      if (value === undefined) throw new Error(`the query needs a value for "${parameter.name}"`)
      return value
    })
  const raw = database
    .prepare<Bindable[], Row[keyof Row][]>(text)
    .raw()
    .safeIntegers(options.bigints ?? false)
  return {
    tuples: (values) => raw.all(...bind(values)),
    all: (values) => statement.all(...bind(values)),
    get: (values) => statement.get(...bind(values)),
    iterate: (values) => statement.iterate(...bind(values)),
  }
}
