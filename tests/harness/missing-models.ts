// Models after an upgrade: a table or column that the new version needs does not exist yet. A route that needs it is unavailable, which is
// not a bug. Every other route responds normally. `assertUnavailableWithout` checks that each route needs exactly the tables that it
// declares.
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type Database from 'better-sqlite3'
import { COMPONENT_NAMES } from '../../api/components.ts'
import type { Route } from '../../api/http/route/route.ts'
import { type Call, checkResponse } from '../../api/http/testing/check-response.ts'
import { serveModels } from '../../api/testing/start-components.ts'
import { readGenerations } from '../../projections/engine/file/generations.ts'
import { modelsFile } from '../../projections/engine/file/models-files.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { changeDatabase, inDatabase } from '../kit/in-database.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

interface Missing {
  readonly model: string
  readonly tables: readonly string[]
  readonly generation: number
  readonly column?: string | undefined
}

const columnsOf = (database: Database.Database, table: string): string[] =>
  (database.pragma(`table_info(${table})`) as readonly { readonly name: string }[]).map(({ name }) => name)

const withoutIt = (database: Database.Database, { model, tables, generation, column }: Missing): void => {
  for (const table of tables) {
    const left = columnsOf(database, table).filter((name) => name !== column)
    database.exec(`DROP VIEW ${table}`)
    if (column !== undefined)
      database.exec(`CREATE VIEW ${table} AS SELECT ${left.join(', ')} FROM ${table}_${generation}`)
  }
  database.prepare("UPDATE model_generations SET state = 'folding' WHERE name = ?").run(model)
}

/** All models, and the last column of each table, because new columns are added at the end. */
const missingFrom = (database: Database.Database): Missing[] =>
  readGenerations(database).flatMap(({ name: model, generation, tables }): Missing[] => [
    { model, tables, generation },
    ...tables.map((table) => ({
      model,
      tables: [table],
      generation,
      column: columnsOf(database, table).at(-1),
    })),
  ])

/**
 * Removes one model or column at a time from a copy of the models, and calls the routes that read models.
 * @param dataDir directory of complete models
 * @param calls one call with status 200 for each route, by operation id
 */
export const assertUnavailableWithout = async (
  t: Pick<TestContext, 'after'>,
  dataDir: string,
  calls: ReadonlyMap<string, Call>,
): Promise<void> => {
  const whole = join(temporaryDirectory(t), 'whole.db')
  changeDatabase(modelsPath(dataDir), `VACUUM INTO '${whole}'`)
  const responsesWithout = async (missing: Missing | undefined, isCalled: (route: Route) => boolean) => {
    const directory = temporaryDirectory(t)
    const { path } = modelsFile(directory, 1)
    copyFileSync(whole, path)
    if (missing !== undefined) inDatabase(path, (database) => withoutIt(database, missing))
    const reader = new ModelsReader(directory)
    const { url, routes, close } = await serveModels(t, COMPONENT_NAMES, reader, { directory })
    const responses = new Map<string, number>()
    for (const route of routes) {
      const call = calls.get(route.operationId)
      if (route.models === undefined || call === undefined || !isCalled(route)) continue
      const { status } = await checkResponse(url, route, call)
      assert.ok(
        status === 200 || status === 503 || missing === undefined,
        `${route.operationId} is ${status} without ${JSON.stringify(missing)}`,
      )
      responses.set(route.operationId, status)
    }
    await close(0)
    reader.close()
    return { responses, routes }
  }
  const { responses, routes } = await responsesWithout(undefined, () => true)
  // Building also needs a node, which is missing here.
  const needed = new Map<string, string[]>(
    [...responses].flatMap(([route, status]) => (status === 200 ? [[route, []]] : [])),
  )
  assert.ok(needed.size > calls.size / 3)
  for (const missing of inDatabase(whole, missingFrom)) {
    const isWhole = missing.column === undefined
    const without = await responsesWithout(
      missing,
      ({ operationId, models = [] }) =>
        needed.has(operationId) && (isWhole || models.includes(missing.model)),
    )
    if (isWhole)
      for (const [route, status] of without.responses)
        if (status === 503) needed.get(route)?.push(missing.model)
  }
  const named = routes.flatMap(({ operationId, models = [] }) =>
    needed.has(operationId) ? [[operationId, [...models].sort()] as const] : [],
  )
  assert.deepEqual(
    Object.fromEntries(named),
    Object.fromEntries([...needed].map(([route, models]) => [route, models.sort()])),
  )
}
