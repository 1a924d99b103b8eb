// What the host of a virtual machine took of its processors for others: a measurement of waiting leaves out when it did.
import { readFileSync } from 'node:fs'

/** Ticks that the host took since the start, of all processors, as Linux counts them; 0 where it does not. */
const stolen = (): number => {
  try {
    // cpu user nice system idle iowait irq softirq steal
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/)[8] ?? 0)
  } catch {
    return 0
  }
}

/** Milliseconds around a tick that was counted: what it counts came some time before. */
const AROUND = 20

/** When the host took time, as closely as `look` is called often. */
export class StolenTime {
  #last = { at: performance.now(), ticks: stolen() }
  readonly #taken: { readonly from: number; readonly to: number }[] = []

  look(): void {
    const now = { at: performance.now(), ticks: stolen() }
    if (now.ticks !== this.#last.ticks)
      this.#taken.push({ from: this.#last.at - AROUND, to: now.at + AROUND })
    this.#last = now
  }

  /** Whether the host took nothing between two times of `performance.now()`. */
  isFree(from: number, to: number): boolean {
    return this.#taken.every((taken) => to < taken.from || from > taken.to)
  }
}
