// Compares the rows of the copy in PostgreSQL with those of the models, at a moment when copy and models are at the same block. Both may be
// written during the comparison.
import { setTimeout as sleep } from 'node:timers/promises'
import { beginReading, scanTables } from '../../projections/copies/postgres/scan-copy.ts'
import { abandon, connect, type Session } from '../../projections/copies/postgres/session.ts'
import { sessionProblem } from '../../projections/copies/postgres/session-problem.ts'
import { openModelsForReading } from '../../projections/engine/file/models-database.ts'
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import { CHECKPOINT_SQL } from '../../projections/engine/fold/projector-statements.ts'
import { differing, scanState } from '../../projections/engine/table/scan.ts'
import type { Table } from '../../projections/engine/table/table.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'

/** Time in ms to wait until both are at the same block, and time between two checks. */
const TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 50

const connectTo = async (url: string): Promise<Session> => {
  try {
    return await connect(url, true)
  } catch (error) {
    throw new StartupError(`PostgreSQL cannot be reached (${sessionProblem(error)}): check POSTGRES_URL`, {
      cause: error,
    })
  }
}

/**
 * @param path path of the models' file
 * @throws {StartupError} if the copy has other rows, or cannot be compared
 */
export const verifyCopy = async (
  { POSTGRES_URL, POSTGRES_SCHEMA }: Settings,
  path: string,
  tables: readonly Table[],
): Promise<void> => {
  if (POSTGRES_URL === undefined) throw new StartupError('--postgres needs POSTGRES_URL')
  const session = await connectTo(POSTGRES_URL)
  const models = openModelsForReading(path)
  const end = performance.now() + TIMEOUT_MS
  try {
    for (;;) {
      models.exec('BEGIN')
      const own = models.prepare(CHECKPOINT_SQL).get() as Checkpoint
      const copy = await beginReading(session, POSTGRES_SCHEMA)
      if (copy === undefined)
        throw new StartupError(`there is no copy in the schema ${POSTGRES_SCHEMA}: check POSTGRES_SCHEMA`)
      if (own.slot === copy.slot && own.id === copy.id) break
      models.exec('COMMIT')
      await session.query('COMMIT')
      if (performance.now() > end)
        throw new StartupError(
          `the copy is at height ${copy.height} and the models at ${own.height}: verify when mirror in /status has caught up`,
        )
      await sleep(POLL_INTERVAL_MS)
    }
    const [state, copied] = [scanState(models, tables), await scanTables(session, POSTGRES_SCHEMA, tables)]
    const wrong = differing(state, copied)
    if (wrong.length > 0)
      throw new StartupError(
        `the copy in PostgreSQL has different rows in ${wrong.join(', ')}: its digest is ${copied.digest}, and the digest of the models is ${state.digest}`,
      )
  } finally {
    abandon(session)
    models.close()
  }
}
