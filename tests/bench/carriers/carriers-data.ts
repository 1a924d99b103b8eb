// Data of the carriers' benchmark.

/** A carrier, and the URL from which replicas read; for NATS, the URL of its server. */
export interface Carried {
  readonly by: "the API's `/models`" | 'object store' | 'NATS'
  readonly url: string
}

/** Link of each replica: bytes per second, and milliseconds each way. */
export const LINK = { rate: 100_000, delay: 75 }

/** A block, and the Unix time in ms at which the indexer had folded it. */
export interface FoldedBlock {
  readonly id: string
  readonly at: number
}
