// Error codes of JSON-RPC and of Ogmios' mini-protocols that both a client and the devnet's server know.

/** JSON-RPC: no request, or a request with invalid parameters. */
export const INVALID_REQUEST = -32_600

/** JSON-RPC: the request could not be served. */
export const INTERNAL_ERROR = -32_603

/** Chain synchronisation: the node knows none of the points. */
export const INTERSECTION_NOT_FOUND = 1000

/** Chain synchronisation: an intersection was requested while `nextBlock` requests were waiting. */
export const INTERSECTION_INTERLEAVED = 1001

/** Ledger state: the point cannot be acquired. */
export const ACQUIRE_FAILED = 2000

/** Ledger state: the era has no genesis configuration. */
export const NO_GENESIS = 2004

/** Mempool: no snapshot is acquired. */
export const MEMPOOL_NOT_ACQUIRED = 4000
