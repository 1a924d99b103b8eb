// Data of the carriers' benchmark.

/** `url` is that from which replicas read the copy, or that of the NATS server. */
export interface Carried {
  readonly by: "the API's `/models`" | 'object store' | 'NATS'
  readonly url: string
}

/** Link of each replica: bytes per second, and milliseconds each way. */
export const LINK = { rate: 100_000, delay: 75 }

export interface FoldedBlock {
  readonly id: string
  readonly at: number
}
