// State of a copy of the models, which every commit replaces, and the error that ends its writer.
import type { CopiedModels } from '../source/models-source.ts'

/** Raised when the tables of a copy, their views or the form of values change; every copy is then loaded again. */
export const LAYOUT_VERSION = 5

export interface CopyState {
  /** Identifier chosen at each load; a replica of another load copies everything again. */
  readonly load: string
  /** Raised by each commit, also across loads. */
  readonly version: number
  readonly layout: number
  readonly network: string
  readonly source: string
  readonly models: CopiedModels
  /** Seq of the block in the log of the indexer that wrote it. */
  readonly seq: number
  readonly slot: number
  readonly id: string
  readonly height: number
  readonly digest: string
}

/** An operator must decide: the writer of the copy stops and changes nothing. */
export class CopyStopped extends Error {
  override readonly name = 'CopyStopped'
}
