// A server at which the indexers of an episode write copies, with the server's faults.
import type { Random } from '../../../devnet/actors/random.ts'
import type { NatsAddress } from '../../../projections/copies/files/nats/nats-connection.ts'
import type { IndexerTask } from '../../../scripts/service/indexing/start-indexing.ts'

export type IndexerName = 'indexer' | 'standby'

export interface Hands {
  readonly random: Random
  readonly directory: string
  fork(): void
  /** The last block of each copy, as the indexers report it. */
  copies(): string
}

export interface Ground {
  places(name: IndexerName): Pick<IndexerTask, 'postgres' | 'publishDir' | 'publishStore'>
  readonly sources: readonly (string | NatsAddress)[]
  readonly faults: readonly (readonly [weight: number, name: string, happen: () => Promise<void> | void])[]
  /** @throws {Finding} */
  observe(): void
  /**
   * @param digests of all indexers and replicas, which have the same last block
   * @throws {Finding}
   */
  judge(digests: readonly string[]): Promise<void>
  close(): Promise<void>
}
