// Models from the operator's files, folded beside the project's own models, and a source of further events for them. When models and source
// are loaded, this file checks all that the engine expects of them. Names are checked because they become part of SQL, in one namespace
// with the project's tables, views and indexes.
import { createRequire } from 'node:module'
import { StartupError } from '../../schema/errors.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import { MIRROR_TABLES } from '../copies/postgres/layout.ts'
import { ENGINE_TABLES } from '../engine/file/models-database.ts'
import { ModelFailed } from '../engine/fold/fold-errors.ts'
import type { Model } from '../engine/fold/model.ts'
import type { TransactionSource } from '../engine/outputs/transaction-source.ts'
import { indexName } from '../engine/table/ddl.ts'
import { slotOf, type Table } from '../engine/table/table.ts'
import { EVENT_KINDS, type LaunchpadEvent } from '../interpret/events.ts'

/** A PostgreSQL index has the names of table and index in its own name of at most 63 bytes. */
const NAME = /^[a-z][a-z0-9_]{0,24}$/
const NAME_IN_WORDS = 'at most 25 lower-case letters, digits and underscores, beginning with a letter'

/** Added by the undo journal. */
const UNDO_COLUMNS = ['undo_slot', 'existed']

/** Absolute paths. At most one file has a source. */
export type OwnFiles = readonly (string | { readonly source: string })[]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isTable = (value: unknown): value is Table =>
  isRecord(value) &&
  (value.kind === 'state' || value.kind === 'append') &&
  isRecord(value.columns) &&
  Object.values(value.columns).every((column) => isRecord(column) && typeof column.encode === 'function') &&
  Array.isArray(value.key)

const isModel = (value: unknown): value is Model<LaunchpadEvent> =>
  isRecord(value) &&
  typeof value.open === 'function' &&
  Array.isArray(value.tables) &&
  value.tables.every(isTable)

/** Tables and indexes share one namespace in PostgreSQL. */
const relationsOf = ({ name, indexes }: Pick<Table, 'name' | 'indexes'>): string[] => [
  name,
  `${name}_pkey`,
  ...Object.keys(indexes).map((index) => indexName(name, index)),
]

const tableProblem = ({ name, columns, key, indexes, topics = {} }: Table): string | undefined => {
  const names = Object.keys(columns)
  const bad = [name, ...names, ...Object.keys(indexes), ...Object.keys(topics)].find(
    (each) => !NAME.test(each),
  )
  if (bad !== undefined) return `"${bad}" is not a valid name: it must be ${NAME_IN_WORDS}`
  if (/_\d+$/.test(name))
    return `its name must not end in _ and a number, because generations of tables have such names`
  if (/^(?:undo|sqlite|pg)_|_view$/.test(name))
    return 'its name must not begin with undo_, sqlite_ or pg_ or end in _view, which are reserved'
  const reserved = names.find((column) => UNDO_COLUMNS.includes(column))
  if (reserved !== undefined) return `the column name ${reserved} is reserved`
  const badKey = key.length === 0 ? 'none' : key.find((column) => columns[column]?.isNullable !== false)
  if (badKey !== undefined) return `its key must be columns of the table that are not nullable, not ${badKey}`
  return undefined
}

/** @param taken used names of models, tables and indexes, with their owners */
const modelProblem = (
  { name, version, tables }: Model<LaunchpadEvent>,
  taken: ReadonlyMap<string, string>,
): string | undefined => {
  if (!NAME.test(name)) return `the name "${name}" of its model must be ${NAME_IN_WORDS}`
  const of = `its model ${name}`
  if (!Number.isSafeInteger(version) || Number(version) < 1)
    return `${of} has no version: it must be a whole number from 1`
  if (tables.length === 0) return `${of} has no tables`
  const others = taken.get(`model ${name}`)
  if (others !== undefined) return `${of} has the name of a model of ${others}`
  const own = new Set<string>()
  for (const table of tables) {
    const problem = tableProblem(table)
    if (problem !== undefined) return `table ${table.name} of ${of}: ${problem}`
    for (const relation of relationsOf(table)) {
      const other = own.has(relation) ? 'the same model' : taken.get(relation)
      if (other !== undefined)
        return `table ${table.name} of ${of}: the name ${relation} belongs to a table or an index of ${other}`
      own.add(relation)
    }
  }
  return undefined
}

/** Errors name the model and its file. */
const named = (model: Model<LaunchpadEvent>, file: string): Model<LaunchpadEvent> => ({
  ...model,
  open(database, context, sqlName) {
    const fold = model.open(database, context, sqlName)
    return (event, place) => {
      try {
        const returned: unknown = fold(event, place)
        if (!(returned instanceof Promise)) return
        returned.catch(() => {})
        throw new TypeError('it must not be async')
      } catch (error) {
        throw (
          storageError(error, database.name, 'models') ??
          new ModelFailed(
            `the model ${model.name} of ${file} cannot fold the event ${event.kind}`,
            place.slot,
            error,
          )
        )
      }
    }
  },
})

/** Errors name the file. The source may make no event of the project's kinds. */
const namedSource = (
  { eventsOf, ...rest }: TransactionSource<LaunchpadEvent>,
  file: string,
): TransactionSource<LaunchpadEvent> => ({
  ...rest,
  eventsOf(view) {
    try {
      const events = eventsOf(view)
      const taken = events.find(({ kind }) => kind in EVENT_KINDS)
      if (taken !== undefined)
        throw new TypeError(`the project has events of the kind ${taken.kind}: choose another`)
      return events
    } catch (error) {
      const what = `the source of ${file} cannot read the transaction ${view.transaction.id}`
      throw new ModelFailed(what, slotOf(view.position), error)
    }
  },
})

const require = createRequire(import.meta.url)

const load = (setting: 'MODEL' | 'SOURCE', file: string): unknown => {
  let exported: unknown
  try {
    exported = require(file)
  } catch (error) {
    const reason = messageOf(error).replaceAll(/\s+/g, ' ')
    throw new StartupError(`${setting}: ${file} cannot be loaded (${reason})`, { cause: error })
  }
  return isRecord(exported) && 'default' in exported ? exported.default : undefined
}

const loadModels = (file: string): readonly unknown[] => {
  const models = load('MODEL', file)
  return Array.isArray(models) && models.length > 0 ? models : [models]
}

const isSource = (value: unknown): value is TransactionSource<LaunchpadEvent> =>
  isRecord(value) &&
  typeof value.eventsOf === 'function' &&
  (typeof value.keeps === 'function' || value.keeps === undefined) &&
  (Number.isSafeInteger(value.version) || typeof value.version === 'string')

/**
 * Undefined if the operator has no source.
 * @throws {StartupError} if its file cannot be loaded or exports no source
 */
export const ownSource = (files: OwnFiles): TransactionSource<LaunchpadEvent> | undefined => {
  const [given] = files.flatMap((file) => (typeof file === 'string' ? [] : [file.source]))
  if (given === undefined) return undefined
  const found = load('SOURCE', given)
  if (isSource(found)) return namedSource(found, given)
  throw new StartupError(
    `SOURCE: ${given}: its default export must be a source made with source() or outputs() of launchpad-backend/models`,
  )
}

/**
 * @param files absolute paths
 * @param others names of the project's models and tables
 * @throws {StartupError} if a file cannot be loaded, or its models cannot be folded beside the others
 */
export const ownModels = (
  files: OwnFiles,
  others: { readonly models: readonly string[]; readonly tables: readonly Table[] },
): readonly Model<LaunchpadEvent>[] => {
  const us = 'the project'
  const engines = [...ENGINE_TABLES, ...Object.keys(MIRROR_TABLES)].map((name) => ({ name, indexes: {} }))
  const taken = new Map([
    ...others.models.map((name): [string, string] => [`model ${name}`, us]),
    ...[...others.tables, ...engines].flatMap(relationsOf).map((name): [string, string] => [name, us]),
  ])
  const ofModels = files.flatMap((file) => (typeof file === 'string' ? [file] : []))
  return ofModels.flatMap((file) =>
    loadModels(file).map((model) => {
      const problem = isModel(model)
        ? modelProblem(model, taken)
        : 'its default export must be a model made with model() of launchpad-backend/models, or a list of such models'
      if (!isModel(model) || problem !== undefined) throw new StartupError(`MODEL: ${file}: ${problem}`)
      taken.set(`model ${model.name}`, file)
      for (const name of model.tables.flatMap(relationsOf)) taken.set(name, file)
      return named(model, file)
    }),
  )
}
