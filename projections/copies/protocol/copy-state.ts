// State of a copy of the models, which every commit replaces; and the error that stops its writer.
import type { CopiedModels } from '../source/models-source.ts'

/** Increased when a copy's tables, views or value formats change. Every copy is then loaded again. */
export const LAYOUT_VERSION = 5

export interface CopyState {
  /** Identifier chosen at each load. A replica of another load copies everything again. */
  readonly load: string
  /** Increased by each commit and each load. */
  readonly version: number
  readonly layout: number
  readonly network: string
  readonly source: string
  readonly models: CopiedModels
  /** Seq of the block in the writing indexer's log. */
  readonly seq: number
  readonly slot: number
  readonly id: string
  readonly height: number
  readonly digest: string
}

/** An operator must decide: the writer of the copy stops, and changes nothing. */
export class CopyStopped extends Error {
  override readonly name = 'CopyStopped'
}
