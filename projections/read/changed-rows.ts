// Drops cached values of rows that changed. The id of a row is its place on the chain. After a fork another row may have this id. If the
// cached value were kept, it would be served for the new row.
import type { Change, ModelsReader } from './reader/models-reader.ts'

/** The row may be new or removed. */
interface ChangedRow extends Change {
  readonly key: readonly (string | number)[]
}

interface Forgetting {
  /** Drops the cached value, unless it can be updated. */
  row(change: ChangedRow): void
  /** The changed rows are unknown. */
  all(): void
}

const isRow = (change: Change): change is ChangedRow => change.key !== null

export const cachedUntilCommit = <T>(reader: Pick<ModelsReader, 'on'>, make: () => T): (() => T) => {
  let cached: { readonly value: T } | undefined
  reader.on('changed', () => {
    cached = undefined
  })
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

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
