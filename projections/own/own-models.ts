// Models from files of the operator, which are folded beside the project's own. Everything on which the engine relies is checked
// here, once: names become part of SQL, and share one namespace with the project's tables, views and indexes.
import { createRequire } from 'node:module'
import { StartupError } from '../../schema/errors.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import { MIRROR_TABLES } from '../copies/postgres/layout.ts'
import { ENGINE_TABLES } from '../engine/file/models-database.ts'
import { ModelFailed } from '../engine/fold/fold-errors.ts'
import type { Model } from '../engine/fold/model.ts'
import { indexName } from '../engine/table/ddl.ts'
import type { Table } from '../engine/table/table.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

/**
 * Maximum length of a name: a table's name, a generation's number and an index's name together fit into the 63 bytes of a name in
 * PostgreSQL.
 */
const NAME = /^[a-z][a-z0-9_]{0,24}$/
const NAME_IN_WORDS = 'at most 25 lower-case letters, digits and underscores, beginning with a letter'

/** Columns of an undo journal, beside the table's own. */
const UNDO_COLUMNS = ['undo_slot', 'existed']

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

/** Names of a table's relations in PostgreSQL, which has one namespace for tables and indexes. */
const relationsOf = ({ name, indexes }: Pick<Table, 'name' | 'indexes'>): string[] => [
  name,
  `${name}_pkey`,
  ...Object.keys(indexes).map((index) => indexName(name, index)),
]

/** The problem with a table; undefined when there is none. */
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

/**
 * The problem with a model; undefined if there is none.
 * @param taken used names of models and relations, with their owners
 */
const modelProblem = (
  { name, version, tables }: Model<LaunchpadEvent>,
  taken: ReadonlyMap<string, string>,
): string | undefined => {
  if (!NAME.test(name)) return `the name "${name}" of its model must be ${NAME_IN_WORDS}`
  const of = `its model ${name}`
  if (!Number.isSafeInteger(version) || version < 1)
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

/** A model whose failures name it and its file. */
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
          new ModelFailed(`the model ${model.name} of ${file}`, event.kind, place.slot, error)
        )
      }
    }
  },
})

const require = createRequire(import.meta.url)

const load = (file: string): readonly unknown[] => {
  let exported: unknown
  try {
    exported = require(file)
  } catch (error) {
    const reason = messageOf(error).replaceAll(/\s+/g, ' ')
    throw new StartupError(`MODEL: ${file} cannot be loaded (${reason})`, { cause: error })
  }
  const models = isRecord(exported) && 'default' in exported ? exported.default : undefined
  return Array.isArray(models) && models.length > 0 ? models : [models]
}

/**
 * Loads the models of files.
 * @param files absolute paths
 * @param others names of the project's models and tables
 * @throws {StartupError} if a file cannot be loaded or does not export models that can be folded beside the others
 */
export const ownModels = (
  files: readonly string[],
  others: { readonly models: readonly string[]; readonly tables: readonly Table[] },
): readonly Model<LaunchpadEvent>[] => {
  const us = 'the project'
  const engines = [...ENGINE_TABLES, ...Object.keys(MIRROR_TABLES)].map((name) => ({ name, indexes: {} }))
  const taken = new Map([
    ...others.models.map((name): [string, string] => [`model ${name}`, us]),
    ...[...others.tables, ...engines].flatMap(relationsOf).map((name): [string, string] => [name, us]),
  ])
  return files.flatMap((file) =>
    load(file).map((model) => {
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
