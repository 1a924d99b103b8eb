// The engine for indexers of any protocol, without anything about the launchpad: the package `launchpad-backend-engine`. It follows a chain
// through Ogmios into an append-only log. It folds the log into tables that forks can roll back, and serves their rows.
export { Log } from '../indexer/log/log.ts'
export { ModelsFolding } from '../projections/engine/fold/models-folding.ts'
export * from '../projections/own/models.ts'
export { ModelsReader } from '../projections/read/reader/models-reader.ts'
export { StartupError } from '../schema/errors.ts'
export type { BlockEvent, TransactionEvent } from '../schema/events.ts'
export { type FollowOptions, follow, type Indexer } from './follow.ts'
export { run } from './run.ts'
