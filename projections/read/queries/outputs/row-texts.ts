// The JSON of listed rows, cached by row id. When a page is requested again after a block, most of its rows are the same.
import { RecentMap } from '../../../../schema/platform/recent-map.ts'
import { onChangedRows } from '../../changed-rows.ts'
import type { ModelsReader } from '../../reader/models-reader.ts'

/** Rows in each of the cache's two generations. */
const ROWS = 16_384

/** A longer text is made each time. */
const MOST_CHARACTERS = 1_024

export interface RowPlace {
  readonly id: number
  /** Position of the row's last change. A cached text is used only if the row has not changed since. */
  readonly updated: number
}

interface CachedText {
  readonly updated: number
  readonly text: string
}

/** The owner must call `drop` when a row changes. */
export class RowTexts {
  readonly #cached = new RecentMap<number, CachedText>(ROWS)
  readonly #isCurrent: () => boolean

  /** @param isCurrent the texts of all changed rows were dropped */
  constructor(isCurrent: () => boolean) {
    this.#isCurrent = isCurrent
  }

  /**
   * Must be called in the transaction that read the rows' places.
   * @param make returns the texts of uncached rows in their order; if it returns undefined, so does this function
   */
  of(
    rows: readonly RowPlace[],
    make: (missing: readonly RowPlace[]) => readonly string[] | undefined,
  ): readonly string[] | undefined {
    if (!this.#isCurrent()) return make(rows)
    const texts = rows.map(({ id, updated }) => {
      const cached = this.#cached.get(id)
      return cached?.updated === updated ? cached.text : undefined
    })
    const missing = rows.filter((_, at) => texts[at] === undefined)
    if (missing.length === 0) return texts.filter((text) => text !== undefined)
    const made = make(missing)
    if (made === undefined) return undefined
    for (const [at, row] of missing.entries()) this.#store(row, made[at] ?? '')
    let next = 0
    return texts.map((text) => text ?? made[next++] ?? '')
  }

  drop(id: number): void {
    this.#cached.delete(id)
  }

  clear(): void {
    this.#cached.clear()
  }

  #store({ id, updated }: RowPlace, text: string): void {
    if (text.length > MOST_CHARACTERS) return
    // A text that was joined from parts would keep these parts in memory.
    this.#cached.set(id, { updated, text: Buffer.from(text).toString() })
  }
}

/** The table announces changes by row id. */
export const textsOfTable = (reader: ModelsReader, table: string): RowTexts => {
  const texts = new RowTexts(() => reader.isCurrent())
  onChangedRows(reader, [table], {
    row: ({ key: [id] }) => texts.drop(Number(id)),
    all: () => texts.clear(),
  })
  return texts
}

/** Only a fork changes the rows. */
export const textsOfChain = (reader: ModelsReader): RowTexts => {
  const texts = new RowTexts(() => reader.isCurrent())
  reader.on('changed', (_, isExtended) => {
    if (!isExtended) texts.clear()
  })
  return texts
}
