// The part that copies models out of PostgreSQL, whose driver is loaded only with it.
import { followedPostgres } from '../../../projections/copies/postgres/replica/followed-postgres.ts'
import type { OpenPart } from './part.ts'
import { type ReplicatingTask, replicating } from './replicating.ts'

export interface PostgresReplicaTask extends ReplicatingTask {
  readonly url: string
  readonly schema: string
}

export const open: OpenPart<PostgresReplicaTask> = ({ url, schema, ...task }, unwritten) =>
  replicating(task, (rules, network) => followedPostgres(url, schema, rules, network), unwritten)
