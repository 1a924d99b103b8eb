// The JSON of rows as lists answer them, held by the rows' ids. The next page of a list, and the same page after a block,
// is mostly rows that somebody has asked for.
import { RecentMap } from '../../../../schema/platform/recent-map.ts'
import { onChangedRows } from '../../changed-rows.ts'
import type { ModelsReader } from '../../reader/models-reader.ts'

/** Rows of a generation of two. */
const ROWS = 16_384

/** Longest text of a row that is kept, in characters; a longer one is made each time. */
const MOST_CHARACTERS = 1_024

export interface RowPlace {
  readonly id: number
  /** Position on the chain of the row's last change, so that no text is taken for that of a later state. */
  readonly updated: number
}

interface Held {
  readonly updated: number
  readonly text: string
}

/** JSON texts of rows. The owner must call `drop` when a row changes. */
export class RowTexts {
  readonly #held = new RecentMap<number, Held>(ROWS)
  readonly #isCurrent: () => boolean

  /** @param isCurrent whether all that changed of what is read was dropped. */
  constructor(isCurrent: () => boolean) {
    this.#isCurrent = isCurrent
  }

  /**
   * The texts of rows, in their order. In the transaction that the rows' places were read in.
   * @param make gives those of the rows that are not held, in their order; undefined gives all of it up.
   */
  of(
    rows: readonly RowPlace[],
    make: (missing: readonly RowPlace[]) => readonly string[] | undefined,
  ): readonly string[] | undefined {
    if (!this.#isCurrent()) return make(rows)
    const texts = rows.map(({ id, updated }) => {
      const held = this.#held.get(id)
      return held?.updated === updated ? held.text : undefined
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
    this.#held.delete(id)
  }

  clear(): void {
    this.#held.clear()
  }

  #store({ id, updated }: RowPlace, text: string): void {
    if (text.length > MOST_CHARACTERS) return
    // A copy in one piece: a text that was put together keeps its parts, and what they are parts of.
    this.#held.set(id, { updated, text: Buffer.from(text).toString() })
  }
}

/** Texts of a table's rows, whose changes are announced under their ids. */
export const textsOfTable = (reader: ModelsReader, table: string): RowTexts => {
  const texts = new RowTexts(() => reader.isCurrent())
  onChangedRows(reader, [table], {
    row: ({ key: [id] }) => texts.drop(Number(id)),
    all: () => texts.clear(),
  })
  return texts
}

/** Texts of rows that only a fork changes. */
export const textsOfChain = (reader: ModelsReader): RowTexts => {
  const texts = new RowTexts(() => reader.isCurrent())
  reader.on('changed', (_, isExtended) => {
    if (!isExtended) texts.clear()
  })
  return texts
}
