// What the routes of Kupo's interface ask of their thread.
import type { CborScript } from '../../../schema/codecs/output-cbor.ts'
import type { Hex } from '../../../schema/primitives.ts'
import type { MatchPattern } from '../pattern.ts'

/** A block to count from or to: by its slot, and by its header hash where that must be on the chain. */
export interface Bound {
  readonly slot: number
  readonly id?: Hex
}

export interface MatchRead {
  readonly name: 'matches'
  readonly pattern: MatchPattern
  readonly status: 'unspent' | 'spent' | 'all'
  readonly isOldestFirst: boolean
  /** Whether matches have their datums and scripts. */
  readonly isResolved: boolean
  /** Whether quantities are strings. */
  readonly hasTexts: boolean
  readonly policy?: Hex | undefined
  readonly assetName?: Hex | undefined
  readonly transaction?: Hex | undefined
  readonly outputIndex?: number | undefined
  readonly createdAfter?: Bound | undefined
  readonly createdBefore?: Bound | undefined
  readonly spentAfter?: Bound | undefined
  readonly spentBefore?: Bound | undefined
  /** Scripts that the log lacks, as the node has them, by `formatOutputReference`. */
  readonly scripts?: Readonly<Record<string, CborScript>>
}

/** A read by name. Matches whose scripts must be asked of the node first are answered `{"lacking": [references]}`. */
export type KupoRead =
  | MatchRead
  | { readonly name: 'datum'; readonly hash: Hex }
  | { readonly name: 'script'; readonly hash: Hex }
  | { readonly name: 'checkpoints' }
  | { readonly name: 'checkpoint'; readonly slot: number; readonly isStrict: boolean }
