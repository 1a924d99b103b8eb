// The part that copies models that an indexer, or another replica, has published.
import { publishedSource } from '../../../projections/copies/files/published-source.ts'
import type { OpenPart } from './part.ts'
import { type ReplicatingTask, replicating } from './replicating.ts'

export interface PublishedReplicaTask extends ReplicatingTask {
  readonly url: string
}

export const open: OpenPart<PublishedReplicaTask> = ({ url, ...task }, unwritten) =>
  replicating(task, (rules, network) => publishedSource(url, rules, network), unwritten)
