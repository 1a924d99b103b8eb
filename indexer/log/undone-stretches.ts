// Finds the rows of the log that are no longer on its chain. Each backward row undoes the rows between its target and itself.

/** A backward row at `seq`, which undoes the rows after `target`. */
interface UndoneRows {
  readonly target: number
  readonly seq: number
}

/** Ranges of undone rows, without overlaps and ascending. */
export class UndoneStretches {
  readonly #stretches: UndoneRows[]

  constructor(stretches: readonly UndoneRows[] = []) {
    this.#stretches = [...stretches]
  }

  copy(): UndoneStretches {
    return new UndoneStretches(this.#stretches)
  }

  /** Adds a range that ends at the log's end. Earlier ranges that begin after its target are removed: the new range contains them. */
  add(undone: UndoneRows): void {
    while ((this.#stretches.at(-1)?.target ?? -1) >= undone.target) this.#stretches.pop()
    this.#stretches.push(undone)
  }

  /** Adds the ranges of backward rows, in the order of the log. */
  addAll(rows: Iterable<{ readonly seq: number; readonly target: number | null }>): this {
    for (const { seq, target } of rows) this.add({ seq, target: target ?? 0 })
    return this
  }

  /** The range that contains a row; undefined if the row is not undone. */
  around(seq: number): UndoneRows | undefined {
    let low = 0
    let high = this.#stretches.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#stretches[middle]?.seq ?? 0) < seq) low = middle + 1
      else high = middle
    }
    const candidate = this.#stretches[low]
    return candidate !== undefined && candidate.target < seq ? candidate : undefined
  }
}
