// PostgreSQL as the source of a replica: it notifies of commits, and is checked every second in case a notification was lost.
import type { Network } from '../../../schema/primitives.ts'
import type { DescribedModels } from '../mirror/models-source.ts'
import { readMirror } from '../mirror-state.ts'
import { abandon, causeOf, connect, type Session } from '../session.ts'
import { sessionProblem } from '../session-problem.ts'
import type { CopySource } from './copy-source.ts'
import { FirstCopy } from './first-copy.ts'
import type { FollowedSource } from './replica-following.ts'
import { listen, readBeginning, readDifferences, readReports } from './replica-source.ts'

/** Interval in ms between two checks without a notification. */
const LOOK = 1_000

/** Interval in ms between two checks of a hot standby, which sends no notifications. */
const LOOK_AT_STANDBY = 100

/** @returns the copy in a schema of PostgreSQL, read over pipelined sessions. */
export const postgresSource = (
  schema: string,
  rules: DescribedModels,
  network: Network,
): CopySource<Session> => ({
  name: 'PostgreSQL',
  nothing: `PostgreSQL has no models in the schema ${schema}`,
  settings: 'POSTGRES_SCHEMA or NETWORK',
  readState: (session) => readMirror(session, schema),
  readDifferences: (session, ...args) => readDifferences(session, schema, ...args),
  async beginCopy(session, path, state, onProgress) {
    const beginning = await readBeginning(session, schema, state)
    return new FirstCopy(path, beginning, { schema, network, rules, onProgress })
  },
})

/** Sessions of one server. */
export const followedPostgres = (
  url: string,
  schema: string,
  rules: DescribedModels,
  network: Network,
): FollowedSource<Session> => ({
  ...postgresSource(schema, rules, network),
  async connect(loop) {
    const session = await connect(url, true, loop.signal)
    session.once('end', () => loop.wake())
    session.on('notification', () => loop.wake())
    try {
      return { connection: session, look: (await listen(session, schema)) ? LOOK : LOOK_AT_STANDBY }
    } catch (error) {
      abandon(session)
      throw causeOf(session, error)
    }
  },
  readReports: (session) => readReports(session, schema),
  close: abandon,
  causeOf,
  problemOf: sessionProblem,
})
