// The engine's test kit: blocks made by hand, a fold in memory, and a check of forks. The package exports it as
// `launchpad-backend-engine/testing`.
import { createHash } from 'node:crypto'
import type { Model } from '../../projections/engine/fold/model.ts'
import { type TransactionSource, withUtxoSet } from '../../projections/engine/outputs/transaction-source.ts'
import { foldObeysForks, MemoryFold } from '../../projections/engine/testing/fold-kit.ts'
import { FIRST, FIRST_TIME, given, obeysForks } from '../../projections/testing/model-kit.ts'
import type { BlockEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'

export { FIRST_TIME, given, obeysForks }

const timeOf = (slot: number): number => FIRST_TIME + slot - FIRST

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An output at an address in hex, with only the given parts. */
export const output = (address: string, lovelace: bigint, parts: Partial<OutputEvent> = {}): OutputEvent => ({
  address,
  lovelace,
  assets: [],
  hasReferenceScript: false,
  ...parts,
})

/** A transaction with only the given parts. Its id follows from a name. */
export const transaction = (name: string, parts: Partial<TransactionEvent> = {}): TransactionEvent =>
  bareTransaction(hashOf(`transaction ${name}`), parts)

/** The block after another one, or the first block. @param salt makes blocks with the same parent differ */
const blockAfter = (
  parent: BlockEvent | undefined,
  transactions: readonly TransactionEvent[],
  salt = '',
): BlockEvent => ({
  point: {
    slot: (parent?.point.slot ?? FIRST - 1) + 1,
    id: hashOf(`${parent?.point.id} ${salt} ${transactions.map(({ id }) => id)}`),
  },
  height: (parent?.height ?? FIRST - 1) + 1,
  parent: parent?.point.id ?? 'genesis',
  transactions,
})

/** A chain of blocks. Each list has the transactions of one block. */
export const chainOf = (...blocks: readonly (readonly TransactionEvent[])[]): BlockEvent[] => {
  const chain: BlockEvent[] = []
  for (const transactions of blocks) chain.push(blockAfter(chain.at(-1), transactions))
  return chain
}

interface Folded<Event> {
  readonly source: TransactionSource<Event>
  readonly models: readonly Model<Event>[]
}

const optionsOf = <Event>({ source, models }: Folded<Event>) => ({
  network: 'devnet' as const,
  source: withUtxoSet(source, timeOf),
  models,
})

/** Begins a fold in memory: `apply(...blocks)`, `rollBackTo(length)`, `rows(table)`, `digest()`, `close()`. */
export const foldInMemory = <Event extends { readonly kind: string }>(
  folded: Folded<Event>,
): MemoryFold<Event> => new MemoryFold(optionsOf(folded))

/**
 * Asserts that folding through forks gives the same rows of source and models as folding without forks.
 * @param blocks made by `chainOf`, or read from a log. A fork contains some of the transactions of the blocks that it replaces.
 * @param seed determines the forks; printed on failure
 */
export const chainObeysForks = <Event extends { readonly kind: string }>(
  folded: Folded<Event>,
  blocks: readonly BlockEvent[],
  seed?: number,
): void =>
  foldObeysForks(
    optionsOf(folded),
    blocks,
    (kept, random) => {
      const fork: BlockEvent[] = []
      for (const { transactions } of blocks.slice(kept)) {
        const some = transactions.filter(() => random() < 0.5)
        fork.push(blockAfter(fork.at(-1) ?? blocks[kept - 1], some, `fork ${random()}`))
      }
      return fork
    },
    seed,
  )
