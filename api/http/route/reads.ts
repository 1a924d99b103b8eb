// Declares which rows of the models the responses of a route show. The state of a response (see etag.ts), and the block in its headers, are
// derived from this declaration. While these models cannot be read, the route is unavailable.
import { PROCESS } from './etag.ts'

/** Each table has its topics: the columns by whose values rows have separate versions. A table has the name of its model. */
export const TABLES = {
  activity: [],
  balances: ['key_hash'],
  bars: ['pool'],
  holders: ['pool'],
  liquidity: [],
  orders: ['token', 'owner'],
  pools: ['token'],
  trades: [],
  vestings: ['redeemer', 'token'],
} as const

export type TableName = keyof typeof TABLES

type Value = string | number | undefined

/** Undefined for no row. */
type Values<Request> = (request: Request) => Value | readonly Value[]

/** All rows, or those whose topics have given values. */
type Rows<Request, Topic extends string> = true | { readonly [Name in Topic]?: Values<Request> }

/** Rows of a model without topics, and of the ledger, count as changed with every commit. */
export type Reads<Request> = {
  readonly [Table in TableName]?: Rows<Request, (typeof TABLES)[Table][number]>
} & {
  /** The response shows outputs or blocks. */
  readonly ledger?: true | ((request: Request) => boolean)
  /** The operator's models count as changed with every commit. */
  readonly own?: readonly string[]
}

/** Counts of the changes that this process has seen. */
export interface ModelVersions {
  /** Changes with each commit. */
  readonly commit: number
  table(table: TableName): number
  /** @param value has the type of the topic's column */
  topic(table: TableName, topic: string, value: string | number): number
}

export const UNCHANGED: ModelVersions = { commit: 0, table: () => 0, topic: () => 0 }

type Version<Request> = (versions: ModelVersions, request: Request) => number

const versionUnder =
  <Request>(table: TableName, topic: string, valuesOf: Values<Request>): Version<Request> =>
  (versions, request) => {
    const values = valuesOf(request)
    if (values === undefined) return 0
    if (typeof values !== 'object') return versions.topic(table, topic, values)
    let newest = 0
    for (const value of values)
      if (value !== undefined) newest = Math.max(newest, versions.topic(table, topic, value))
    return newest
  }

const tablesOf = <Request>(reads: Reads<Request>): readonly TableName[] =>
  Object.keys(reads).filter((name): name is TableName => name in TABLES)

export const modelsOf = <Request>(reads: Reads<Request>): readonly string[] => [
  ...tablesOf(reads),
  ...(reads.own ?? []),
]

/** The state changes when any of the rows changes. */
export const stateOf = <Request>(
  reads: Reads<Request>,
): ((versions: ModelVersions, request: Request) => string) => {
  const { ledger, own } = reads
  const parts = tablesOf(reads).flatMap((table): Version<Request>[] => {
    const rows: Rows<Request, string> | undefined = reads[table]
    if (rows === undefined) return []
    if (rows === true) return [(versions) => versions.table(table)]
    return Object.entries(rows).flatMap(([topic, values]) =>
      values ? [versionUnder(table, topic, values)] : [],
    )
  })
  if (own !== undefined) parts.push((versions) => versions.commit)
  if (ledger !== undefined)
    parts.push((versions, request) => (ledger === true || ledger(request) ? versions.commit : 0))
  return (versions, request) => {
    let newest = 0
    for (const part of parts) newest = Math.max(newest, part(versions, request))
    return `${PROCESS}.${newest}`
  }
}
