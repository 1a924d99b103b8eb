// How what is held of rows ends. Rows are numbered by their places on the chain, and a fork gives a place to another row: what
// is held under a row's key is forgotten by every change that names the row, or it would be served as the other's.
import type { Change, ModelsReader } from './reader/models-reader.ts'

/** A row that came, changed or went. */
interface ChangedRow extends Change {
  readonly key: readonly (string | number)[]
}

interface Forgetting {
  /** Forgets what is held under the row's key, unless it can be brought up to date. */
  row(change: ChangedRow): void
  /** Forgets everything: it is not known which rows changed. */
  all(): void
}

const isRow = (change: Change): change is ChangedRow => change.key !== null

/** Holds what `make` gives until a commit changes the models. */
export const heldUntilCommit = <T>(reader: Pick<ModelsReader, 'on'>, make: () => T): (() => T) => {
  let held: { readonly value: T } | undefined
  reader.on('changed', () => {
    held = undefined
  })
  return () => {
    held ??= { value: make() }
    return held.value
  }
}

/** Has what is held of some tables' rows forgotten as they change. */
export const onChangedRows = (
  reader: Pick<ModelsReader, 'on'>,
  tables: readonly string[],
  { row, all }: Forgetting,
): void => {
  reader.on('changed', (changes) => {
    const named = changes?.filter(({ table }) => tables.includes(table))
    if (named?.every(isRow)) for (const change of named) row(change)
    else all()
  })
}
