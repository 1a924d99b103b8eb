// PostgreSQL as the source of a replica: it notifies of commits, and is checked every second in case a notification was lost. Through a
// pool in transaction mode, a replica prepares no statements and gets no notifications: each of its statements can reach any session.
import type { Network } from '../../../../schema/primitives.ts'
import type { CopySource } from '../../receive/copy-source.ts'
import type { FollowedSource } from '../../receive/replica-following.ts'
import type { DescribedModels } from '../../source/models-source.ts'
import { readMirror } from '../read-mirror.ts'
import { abandon, causeOf, connect, prepareNothing, type Session } from '../session.ts'
import { isOfSharedSessions, sessionProblem } from '../session-problem.ts'
import { FirstCopy } from './first-copy.ts'
import { listen, readBeginning, readDifferences, readReports } from './replica-source.ts'

/** Interval in ms between two checks without a notification. */
const POLL_INTERVAL_MS = 1_000

/** Interval in ms between two checks where no notifications come: of a hot standby, and through a pool in transaction mode. */
const UNNOTIFIED_POLL_INTERVAL_MS = 100

/** Log message of the first failed statement through a pool in transaction mode. */
const POOLED =
  'POSTGRES_URL leads to a pool in transaction mode, so that this replica prepares no statements from now on'

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
): FollowedSource<Session> => {
  let isPooled = false
  return {
    ...postgresSource(schema, rules, network),
    async connect(loop) {
      const session = await connect(url, true, loop.signal)
      session.once('end', () => loop.wake())
      session.on('notification', () => loop.wake())
      try {
        if (isPooled) prepareNothing(session)
        const isNotified = !isPooled && (await listen(session, schema))
        return { connection: session, look: isNotified ? POLL_INTERVAL_MS : UNNOTIFIED_POLL_INTERVAL_MS }
      } catch (error) {
        abandon(session)
        throw causeOf(session, error)
      }
    },
    readReports: (session) => readReports(session, schema),
    close: abandon,
    causeOf,
    handleFailure(error) {
      if (!isOfSharedSessions(error)) return sessionProblem(error)
      isPooled = true
      return POOLED
    },
  }
}
