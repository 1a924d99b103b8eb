// Entries of the log: blocks of the chain, and points to which the chain rolled back. A block contains what affects the ledger or the
// launchpad, including scripts in outputs, but no headers, witnesses or certificates. One event is one chain-sync message of the node. So
// replaying the log is the same as replaying the chain.
import type { Script } from './codecs/output-cbor.ts'
import type { AssetAmount, Hex, OutputReference, Point } from './primitives.ts'

export interface BlockEvent {
  readonly point: Point
  readonly height: number
  /** Header hash of the previous block, or `genesis`. */
  readonly parent: Hex | 'genesis'
  /** Empty for Byron blocks, of which only the points are read, and for blocks up to the log's base. */
  readonly transactions: readonly TransactionEvent[]
  /** Only for a block up to the log's base. */
  readonly base?: KeptBlock
}

/** The part that the log keeps of a block up to its base. */
export interface KeptBlock {
  /** Transactions with events or with outputs that later blocks need, in order. */
  readonly transactions: readonly KeptTransaction[]
  /** Policies of which other transactions mint or burn tokens, each with the index of the first such transaction. */
  readonly policies: readonly { readonly index: number; readonly policy: Hex }[]
}

export interface KeptTransaction {
  readonly id: Hex
  /** Index of the transaction in the block. */
  readonly index: number
  /** Number of outputs of the block's earlier transactions. */
  readonly place: number
  readonly firstOutput: number
  /** Number of the transaction's outputs. */
  readonly outputs: number
  /** Outputs by their offset among the transaction's outputs. They are unspent at the base, or spent by a transaction with events. */
  readonly kept: readonly { readonly offset: number; readonly output: OutputEvent }[]
  /** Present if the transaction made events. */
  readonly whole?: TransactionEvent
}

/**
 * A transaction's sub-transactions come before it. If `valid` is false, its scripts failed: `inputs` are the lost collaterals, `outputs`
 * has only the collateral return (if any), and nothing is minted.
 */
export interface TransactionEvent {
  readonly id: Hex
  readonly valid: boolean
  /** A sub-transaction (CIP-118, from the Dijkstra era on) belongs to the next transaction of the list that is no sub-transaction. */
  readonly isNested?: true
  /** In ledger order: by id, then index. */
  readonly inputs: readonly InputEvent[]
  readonly outputs: readonly OutputEvent[]
  /** Index of the first of `outputs`. It is 0, or for a collateral return the number of declared outputs. */
  readonly firstOutput: number
  /** Positive for minted assets, negative for burnt ones. */
  readonly mint: readonly AssetAmount[]
  /** Hashes of the keys that scripts require as signers. */
  readonly requiredSigners: readonly Hex[]
  /** Slots: `from` inclusive, `until` exclusive. They are bigints, because 2^64 - 1 is allowed. */
  readonly validity: { readonly from?: bigint; readonly until?: bigint }
  /** The key is the label. Each value is the node's JSON text (`{"json":…}` and/or `{"cbor":"…"}`). */
  readonly metadata: ReadonlyMap<string, string>
}

export interface InputEvent extends OutputReference {
  /** CBOR, if the spent output is at a script. */
  readonly redeemer?: Hex
}

export interface OutputEvent {
  /** Raw bytes: CIP-19, or Byron's form. */
  readonly address: Hex
  readonly lovelace: bigint
  /** In the ledger's order: policy, then name. */
  readonly assets: readonly AssetAmount[]
  /** In the form of `packAssets`, if the output was read from bytes; null if the output has no assets. */
  readonly packedAssets?: Buffer | null
  /** CBOR of the inline datum. */
  readonly datum?: Hex
  /** Hash of a datum that is not in the output. An output has either an inline datum or a hash. */
  readonly datumHash?: Hex
  /** CBOR of the datum with the hash `datumHash`, if the datum is a vesting lock's and the transaction's witnesses contain it. */
  readonly witnessDatum?: Hex
  readonly hasReferenceScript: boolean
  /**
   * Missing if the output has no reference script, if the node did not send it, or if an earlier version of the service logged the block.
   */
  readonly script?: Script
}

export type ChainEvent =
  | { readonly kind: 'forward'; readonly block: BlockEvent }
  | { readonly kind: 'backward'; readonly point: Point | 'origin' }

export type LogEntry = ChainEvent & { readonly seq: number }
