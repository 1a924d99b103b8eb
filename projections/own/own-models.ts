// Models from the operator's files, folded beside the project's own models, and a source of further events for them. When models and source
// are loaded, this file checks all that the engine expects of them.
import { createRequire } from 'node:module'
import { StartupError } from '../../schema/errors.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { MIRROR_TABLES } from '../copies/postgres/layout.ts'
import { ENGINE_TABLES } from '../engine/file/models-database.ts'
import type { Model } from '../engine/fold/model.ts'
import { modelProblem, namesOfModel, relationsOf } from '../engine/fold/model-problem.ts'
import { namedModel } from '../engine/fold/named-model.ts'
import { namedSource } from '../engine/outputs/named-source.ts'
import type { TransactionSource } from '../engine/outputs/transaction-source.ts'
import type { Table } from '../engine/table/table.ts'
import { EVENT_KINDS, type LaunchpadEvent } from '../interpret/events.ts'

/** Absolute paths of files with models, and of one file with a source. */
export type OwnFiles = readonly (string | { readonly source: string })[]

/** Whether there is a source, which reads whole blocks. */
export const hasOwnSource = (files: OwnFiles): boolean => files.some((file) => typeof file !== 'string')

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

/** A source that may make no event of the project's kinds. */
const withOwnKinds = (source: TransactionSource<LaunchpadEvent>): TransactionSource<LaunchpadEvent> => ({
  ...source,
  eventsOf(view) {
    const events = source.eventsOf(view)
    const taken = events.find(({ kind }) => kind in EVENT_KINDS)
    if (taken !== undefined)
      throw new TypeError(`the project has events of the kind ${taken.kind}: choose another`)
    return events
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
  if (isSource(found)) return namedSource(withOwnKinds(found), `the source of ${given}`)
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
      for (const name of namesOfModel(model)) taken.set(name, file)
      return namedModel(model, `the model ${model.name} of ${file}`)
    }),
  )
}
