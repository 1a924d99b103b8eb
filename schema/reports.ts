// Reports of an indexer's parts: the follower, the fold, the mirror and publishing each write one. Status, metrics and commands read the
// reports. Parts may be threads or processes.
import type { Buckets } from './platform/bucket-counts.ts'
import type { Hex, Tip } from './primitives.ts'

/** Interval in ms between two reports of a part without news. */
export const REPORT_INTERVAL_MS = 2_000

/** Numbers of finished and of all blocks or megabytes, both counted from the beginning. */
export type OnProgress = (done: number, whole: number) => void

const INDEXER_STATES = ['connecting', 'syncing', 'following', 'waiting', 'rebuilding', 'stopped'] as const
export type IndexerState = (typeof INDEXER_STATES)[number]

/**
 * States of the mirror in its reports.
 * - connecting
 * - standby: another mirror writes the copy, or is ahead
 * - loading: copies everything
 * - following
 * - waiting: for PostgreSQL, or until the models are complete
 * - stopped: the operator must decide
 */
const MIRROR_STATES = ['connecting', 'standby', 'loading', 'following', 'waiting', 'stopped'] as const

/**
 * States of publishing in its reports.
 * - publishing
 * - standby: another indexer publishes
 * - waiting: for the disk, or until the models are complete
 * - stopped: the operator must decide
 */
const PUBLISHING_STATES = ['publishing', 'standby', 'waiting', 'stopped'] as const

/** `silent` means no report for a minute. */
export const SHOWN_INDEXER_STATES = [...INDEXER_STATES, 'silent'] as const
export const SHOWN_MIRROR_STATES = [...MIRROR_STATES, 'silent'] as const
export const SHOWN_PUBLISHING_STATES = [...PUBLISHING_STATES, 'silent'] as const

/** In this order: nothing read yet; up to date; no connection; not provided, or ended. */
export const MEMPOOL_STATES = ['connecting', 'watching', 'waiting', 'off'] as const
export type MempoolState = (typeof MEMPOOL_STATES)[number]

/**
 * Whether the chain needs a later version of the service: no; yes, for an era that the node announces; yes, because following has stopped
 * before a block with unknown content.
 */
export const UPGRADE_STATES = ['none', 'announced', 'needed'] as const
type UpgradeState = (typeof UPGRADE_STATES)[number]

/** Counts since the process began. */
export interface FoldingCounts {
  /** Blocks that are folded again count again. */
  readonly blocks: number
  /** Depths in blocks. */
  readonly rollbacks: Buckets
  /** Seconds that each batch takes before its commit. `commit` has the seconds of the commits. */
  readonly fold: Buckets
  readonly commit: Buckets
}

/** Unix milliseconds. A running writer repeats its report every few seconds. */
interface Dated {
  readonly at: number
}

export interface FollowingReport extends Dated {
  readonly state: Exclude<IndexerState, 'rebuilding'>
  /** Reason why following waits or has stopped; null if there is none. */
  readonly problem: string | null
  readonly nodeTip: Tip | 'origin' | null
  /** The last block of the log's chain. */
  readonly logEnd: Tip | null
  /** The block up to which the log keeps only what later blocks need, with the digest of the kept part; null if it keeps whole blocks. */
  readonly base?: (Tip & { readonly digest: Hex | null }) | null
  /** A recording's tip has no wall-clock age. */
  readonly isRecorded: boolean
  readonly upgrade?: UpgradeState
  /** Sentences about data that the log cannot contain, and about a future era that this version does not know. */
  readonly lacks?: readonly string[]
  /** Time at which a replica's source last sent a commit or a report; undefined for an indexer. */
  readonly source?: { readonly at: number }
  /** Since the indexer started: blocks appended to the log, and attempts to connect to the node. */
  readonly counts?: { readonly blocks: number; readonly connections: number }
}

export interface FoldingReport extends Dated {
  /** Reason why no blocks are folded; null if there is none. */
  readonly problem: string | null
  /** The problem may end without the operator. */
  readonly isPassing: boolean
  /** Blocks per second, over about the last ten seconds. */
  readonly rate: number
  /** Models that are folded again while their old state is served: all, or some by name. */
  readonly refolding: 'all' | readonly string[]
  /** A sentence about damage of the served models or of the log, until the damage is repaired. */
  readonly damage?: string | undefined
  /** Duration in seconds of the last comparison of all models with the log and with their digest; undefined before the first comparison. */
  readonly comparison?: number | undefined
  readonly counts?: FoldingCounts
}

export interface MirroringReport extends Dated {
  readonly state: (typeof MIRROR_STATES)[number]
  /** Reason why the mirror waits or has stopped; null if there is none. */
  readonly problem: string | null
  /** The last block that the copy is known to contain. */
  readonly copy: Tip | null
  /** Rows copied so far, and all rows, while the whole copy is being loaded. */
  readonly loaded: { readonly rows: number; readonly of: number } | null
  /** Since the indexer started: number of loads, and the seconds of each commit. */
  readonly counts: { readonly loads: number; readonly commits: Buckets }
}

export interface PublishingReport extends Dated {
  readonly state: (typeof PUBLISHING_STATES)[number]
  /** Reason why publishing waits or has stopped; null if there is none. */
  readonly problem: string | null
  /** The last block that was published since the start. */
  readonly published: Tip | null
  /** Free bytes on the disk of PUBLISH_DIR; null if unknown. */
  readonly freeBytes: number | null
}

export interface Reports {
  readonly following?: FollowingReport
  readonly folding?: FoldingReport
  readonly mirroring?: MirroringReport
  readonly publishing?: PublishingReport
}

export interface IndexerStatus
  extends Omit<FollowingReport, 'counts' | 'state'>,
    Pick<FoldingReport, 'rate' | 'refolding'> {
  readonly state: IndexerState
  /** Undefined if no copy is made. */
  readonly mirroring?: MirroringReport
  /** Undefined if nothing is published. */
  readonly publishing?: PublishingReport
}
