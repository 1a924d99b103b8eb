// Finds the rows of the log that are no longer on its chain. Each backward row undoes the rows between its target and itself.

/** A backward row at `seq` undoes the rows after `target`. */
interface UndoneRows {
  readonly target: number
  readonly seq: number
}

/** Ranges do not overlap, and ascend. */
export class UndoneStretches {
  readonly #stretches: UndoneRows[]

  constructor(stretches: readonly UndoneRows[] = []) {
    this.#stretches = [...stretches]
  }

  copy(): UndoneStretches {
    return new UndoneStretches(this.#stretches)
  }

  /** The range must end at the log's end. It contains earlier ranges that begin after its target, so these are removed. */
  add(undone: UndoneRows): void {
    while ((this.#stretches.at(-1)?.target ?? -1) >= undone.target) this.#stretches.pop()
    this.#stretches.push(undone)
  }

  /** The rows have the order of the log. */
  addAll(rows: Iterable<{ readonly seq: number; readonly target: number | null }>): this {
    for (const { seq, target } of rows) this.add({ seq, target: target ?? 0 })
    return this
  }

  /** Undefined if the row is not undone. */
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
