// How far the node is, for those who fold: a file of its own, as the thread that folds loads nothing that follows.
import type { Tip } from '../../schema/primitives.ts'

/** Of a node's tip, 0 while it is not known. */
export const heightOf = (tip: Tip | 'origin' | null | undefined): number =>
  tip === 'origin' ? 0 : (tip?.height ?? 0)
