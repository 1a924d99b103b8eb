// Setup for tests of copies: a chain that grows and forks, and an indexer that follows a part of it, with its own log and models.
import type { BlockEvent } from '../../../schema/events.ts'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { GrowingChain } from '../../testing/growing-chain.ts'
import { mainnetOperations } from '../../testing/mainnet-operations.ts'
import { mainnetModels, openTestModels } from '../../testing/test-models.ts'

export class World extends GrowingChain {
  constructor(seed: number, length = 0) {
    super(randomFrom(seed))
    this.grow(length)
  }

  below(count: number): number {
    return Math.floor(this.random() * count)
  }

  fork(depth: number, count: number): void {
    this.undo(Math.min(depth, this.length - 1))
    this.grow(count)
  }
}

export class Indexer {
  readonly models: ReturnType<typeof openTestModels>
  #has: readonly BlockEvent[] = []

  constructor(ownModels: readonly string[] = [], operations = mainnetOperations) {
    this.models = openTestModels(mainnetModels(ownModels, operations))
  }

  /** The chain may have forked since the last call. */
  follow(blocks: readonly BlockEvent[]): void {
    const parted = this.#has.findIndex((block, at) => block !== blocks[at])
    const shared = parted === -1 ? this.#has.length : parted
    if (shared < this.#has.length) this.models.log.rollBackTo(shared)
    this.models.log.append(...blocks.slice(shared))
    this.#has = [...blocks]
    this.models.fold()
  }

  close(): void {
    this.models.close()
  }
}
