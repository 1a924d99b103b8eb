// Entries of the log: blocks of the chain, and the points to which the chain rolled back. A block contains the data that affect
// the ledger or the launchpad, with the scripts in outputs. It does not contain headers, witnesses and certificates. One event is
// one message of the node's chain-sync, so replaying the log is the same as replaying the chain.
import type { Script } from './codecs/output-cbor.ts'
import type { AssetAmount, Hex, OutputReference, Point } from './primitives.ts'

/** A block of the chain, reduced to its effects. */
export interface BlockEvent {
  readonly point: Point
  readonly height: number
  /** Header hash of the previous block, or `genesis`. */
  readonly parent: Hex | 'genesis'
  /** The transactions; empty for Byron blocks, which are skipped except for their points, and for blocks up to the log's base. */
  readonly transactions: readonly TransactionEvent[]
  /** The part of a block up to the log's base that is left. */
  readonly base?: KeptBlock
}

/** The part of a block that is left at the log's base. */
export interface KeptBlock {
  /** Transactions with events or with outputs that are needed, in order. */
  readonly transactions: readonly KeptTransaction[]
  /** Policies of which other transactions mint or burn tokens, each with the index of the first such transaction. */
  readonly policies: readonly { readonly index: number; readonly policy: Hex }[]
}

export interface KeptTransaction {
  readonly id: Hex
  /** Its index in the block. */
  readonly index: number
  /** Number of outputs of the block's transactions before it. */
  readonly place: number
  readonly firstOutput: number
  /** Number of its outputs. */
  readonly outputs: number
  /** The needed outputs, each with the number of its outputs before it: unspent at the base, or spent by a transaction with events. */
  readonly kept: readonly { readonly offset: number; readonly output: OutputEvent }[]
  /** The whole transaction, if it made events. */
  readonly whole?: TransactionEvent
}

/**
 * A transaction's or sub-transaction's effect on the ledger; the sub-transactions of a transaction come before it. If `valid` is false its scripts failed: `inputs` are the lost collaterals, `outputs` contains only
 * the collateral return (if any), and it mints nothing.
 */
export interface TransactionEvent {
  readonly id: Hex
  readonly valid: boolean
  /** Whether it is a sub-transaction of the next transaction that is none (CIP-118, from the Dijkstra era on). */
  readonly isNested?: true
  /** The outputs that it spends, in ledger order (by id, then index). */
  readonly inputs: readonly InputEvent[]
  readonly outputs: readonly OutputEvent[]
  /** Index of the first of `outputs`: 0, or the number of declared outputs before a collateral return. */
  readonly firstOutput: number
  /** Assets that it mints (positive) and burns (negative). */
  readonly mint: readonly AssetAmount[]
  /** Hashes of the keys that its scripts require as signers. */
  readonly requiredSigners: readonly Hex[]
  /** Slots between which it is valid; `from` is inclusive, `until` exclusive. They are bigints because they may be up to 2^64 - 1. */
  readonly validity: { readonly from?: bigint; readonly until?: bigint }
  /** Metadata by label, each the node's JSON text for it (`{"json":…}` and/or `{"cbor":"…"}`). */
  readonly metadata: ReadonlyMap<string, string>
}

export interface InputEvent extends OutputReference {
  /** CBOR of the redeemer with which it is spent, if it is at a script. */
  readonly redeemer?: Hex
}

export interface OutputEvent {
  /** Raw address bytes (CIP-19), or a Byron address's bytes. */
  readonly address: Hex
  readonly lovelace: bigint
  /** Native assets in the ledger's order: policy, then name. */
  readonly assets: readonly AssetAmount[]
  /** Assets in the form of `packAssets`, if they were read from bytes; null for none. */
  readonly packedAssets?: Buffer | null
  /** CBOR of the inline datum. */
  readonly datum?: Hex
  /** Hash of a datum that is not in the output; an output has either an inline datum or a hash. */
  readonly datumHash?: Hex
  /** CBOR of the datum with this hash, if it is a vesting lock's and among the transaction's witnesses. */
  readonly witnessDatum?: Hex
  /** Whether it has a reference script. */
  readonly hasReferenceScript: boolean
  /** The reference script; also undefined if the node or a log of an earlier version does not contain it. */
  readonly script?: Script
}

/** Event that the log appends: a block, or a rollback to an earlier point. */
export type ChainEvent =
  | { readonly kind: 'forward'; readonly block: BlockEvent }
  | { readonly kind: 'backward'; readonly point: Point | 'origin' }

/** A chain event with its place in the log. */
export type LogEntry = ChainEvent & { readonly seq: number }
