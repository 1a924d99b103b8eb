// Copies a models' file of made-up rows into PostgreSQL, and from there into a replica's; or serves from PostgreSQL.

import { openModelsForReading } from '../../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { load } from '../../../projections/postgres/mirror/load.ts'
import { ModelsSource } from '../../../projections/postgres/mirror/models-source.ts'
import { Replica } from '../../../projections/postgres/replica/replica.ts'
import { abandon, connect, type Session } from '../../../projections/postgres/session.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { loadOperations } from '../../service/settings/configs.ts'
import { answer, cpuSeconds } from '../kit/child.ts'
import { startFastify } from './postgres-fastify.ts'

export type PostgresReadsRequest =
  | {
      readonly kind: 'copy'
      readonly url: string
      readonly schema: string
      /** Directory of the models' file, with the plain table. */
      readonly directory: string
      /** For the replica's. */
      readonly replica: string
      /** Names of the plain table, and of the columns of its index. */
      readonly plain: string
      readonly index: string
    }
  /** Answered with a port. */
  | { readonly kind: 'fastify'; readonly url: string; readonly schema: string }
  /** Answered with the seconds of processor time so far. */
  | { readonly kind: 'cpu' }

const NETWORK = 'mainnet'

/** Rows in one statement. */
const BATCH = 5_000

/** Makes a file that was filled without a chain one that stands on a block near the tip. */
const addBlock = (path: string): void => {
  const database = new Sqlite(path)
  database.exec(
    `INSERT INTO blocks SELECT slot, id, height, seq, 1, 1 FROM checkpoint;
     INSERT INTO digests SELECT 'ledger', slot, digest FROM checkpoint`,
  )
  database.close()
}

const copyPlain = async (
  session: Session,
  path: string,
  { schema, plain, index }: Extract<PostgresReadsRequest, { kind: 'copy' }>,
): Promise<void> => {
  const database = new Sqlite(path, { readonly: true })
  const columns = database
    .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
    .all(plain)
    .map(({ name, type }) => ({ name: `"${name}"`, type: type === 'INTEGER' ? 'bigint' : 'text' }))
  const described = columns.map(({ name, type }) => `${name} ${type}`).join(', ')
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')
  await session.query(`CREATE TABLE ${schema}.${plain} (${described})`)
  const rows = database.prepare<[], unknown[]>(`SELECT * FROM ${plain}`).raw().all()
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    await session.query(
      `INSERT INTO ${schema}.${plain} SELECT * FROM unnest(${arrays})`,
      columns.map((_, column) => batch.map((row) => row[column])),
    )
  }
  await session.query(`CREATE INDEX ON ${schema}.${plain} (${index})`)
  await session.query(`ANALYZE ${schema}.${plain}`)
  database.close()
}

const copy = async (request: Extract<PostgresReadsRequest, { kind: 'copy' }>): Promise<void> => {
  const { url, schema, directory, replica } = request
  const { path } = modelsFile(directory, 1)
  const rules = launchpadModels(NETWORK, loadOperations(readSettings({}, []).settings, NETWORK))
  addBlock(path)
  const reader = openModelsForReading(path)
  const loading = await connect(url, false)
  await load(loading, schema, new ModelsSource(reader, rules), undefined)
  await copyPlain(loading, path, request)
  abandon(loading)
  reader.close()
  const session = await connect(url, true)
  const copied = new Replica({ directory: replica, schema, network: NETWORK, rules })
  await copied.step(session)
  copied.close()
  abandon(session)
}

answer<PostgresReadsRequest>(async (request) => {
  switch (request.kind) {
    case 'copy':
      await copy(request)
      return null
    case 'fastify':
      return startFastify(request.url, request.schema)
    case 'cpu':
      return cpuSeconds()
  }
})
