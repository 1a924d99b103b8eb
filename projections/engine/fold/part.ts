// The parts of the models: the ledger with its events, and one generation of each model. Each part has its own digest and journal.
import type { Generation } from '../file/generations.ts'
import type { Journal } from '../table/journal.ts'
import type { WriteContext } from '../table/write-context.ts'
import type { Fold } from './model.ts'

export interface Part {
  readonly name: string
  readonly context: WriteContext
  readonly journal: Journal
}

export interface ModelPart<Event> extends Part {
  readonly generation: Generation
  readonly fold: Fold<Event>
  /** Last folded slot, while the part is being folded. */
  slot: number
}
