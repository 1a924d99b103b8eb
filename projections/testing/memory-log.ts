// A log in memory, for tests of code that follows a log. Its chain grows and rolls back, and every event has its own seq, as in the log's
// file.

import type { BlockEvent } from '../../schema/events.ts'
import type { LogReader } from '../engine/fold/fold-blocks.ts'
import type { LoggedBlock } from '../engine/fold/projector.ts'

export class MemoryLog implements LogReader {
  readonly path = 'memory'
  #chain: LoggedBlock[] = []
  lastSeq = 0

  append(...blocks: readonly BlockEvent[]): void {
    for (const block of blocks) this.#chain.push({ seq: ++this.lastSeq, block })
  }

  rollBackTo(length: number): void {
    this.#chain = this.#chain.slice(0, length)
    this.lastSeq++
  }

  refresh(): void {}

  get end(): LogReader['end'] {
    const last = this.#chain.at(-1)
    return last && { seq: last.seq, ...last.block.point, height: last.block.height }
  }

  seqOf(point: { readonly slot: number; readonly id: string }): number | undefined {
    return this.#chain.find(({ block }) => block.point.slot === point.slot && block.point.id === point.id)
      ?.seq
  }

  blocksAfter(seq: number, limit: number): readonly LoggedBlock[] {
    const first = this.#chain.findIndex((entry) => entry.seq > seq)
    return first === -1 ? [] : this.#chain.slice(first, first + limit)
  }
}
