// Messages from the routes of Kupo's interface to their read thread.
import type { WalletPage } from '../../../projections/read/threads/wallet-pages.ts'
import type { Hex } from '../../../schema/primitives.ts'
import type { MatchPattern } from '../pattern.ts'
import type { AttachmentsByReference } from './attachments.ts'

/** A header hash must be on the chain. */
export interface Bound {
  readonly slot: number
  readonly id?: Hex
}

/** The response may be `{"lacking": [references]}`: the node must first be asked for these outputs' datums or scripts. */
interface AttachmentsRead {
  readonly attachments?: AttachmentsByReference
}

export interface MatchRead extends AttachmentsRead {
  readonly name: 'matches'
  readonly pattern: MatchPattern
  readonly status: 'unspent' | 'spent' | 'all'
  readonly isOldestFirst: boolean
  /** Matches contain their datums and scripts. */
  readonly isResolved: boolean
  /** Quantities are strings. */
  readonly hasTexts: boolean
  readonly policy?: Hex | undefined
  readonly assetName?: Hex | undefined
  readonly transaction?: Hex | undefined
  readonly outputIndex?: number | undefined
  readonly createdAfter?: Bound | undefined
  readonly createdBefore?: Bound | undefined
  readonly spentAfter?: Bound | undefined
  readonly spentBefore?: Bound | undefined
}

export interface AttachmentsPageRead extends WalletPage, AttachmentsRead {
  readonly name: 'attachmentsPage'
}

export type KupoRead =
  | MatchRead
  | AttachmentsPageRead
  | { readonly name: 'datum'; readonly hash: Hex }
  | { readonly name: 'script'; readonly hash: Hex }
  | { readonly name: 'checkpoints' }
  | { readonly name: 'checkpoint'; readonly slot: number; readonly isStrict: boolean }
