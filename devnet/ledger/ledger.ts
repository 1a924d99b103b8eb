// A test network's ledger in memory: unspent outputs, a mempool, and the chain to which it adds blocks. It refuses what a node refuses, and
// runs scripts. It keeps undo data, so it can roll back its last blocks. All functions are synchronous, so a submission or a fork is one
// step.
import { EventEmitter } from 'eventemitter3'
import { type Hex, type OutputReference, type Point, SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { buildBlock } from '../chain/build-block.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { type EvaluationResult, evaluate } from './evaluate.ts'
import { nestedIn, wholeBatch, withoutNesting } from './nesting.ts'
import type { LedgerUtxo } from './output.ts'
import { DEVNET_PARAMETERS, type Parameters } from './parameters.ts'
import { phaseOne } from './phase-one.ts'
import { runScripts, scriptsFail } from './phase-two.ts'
import { contextOf, type LedgerEnvironment } from './rule.ts'
import { type SubmissionError, submissionError } from './submission-error.ts'
import { decodeTransaction, type LedgerTransaction, taggedFromThree, totalSize } from './transaction.ts'
import { transactionJson } from './transaction-json.ts'
import { type Change, UtxoSet, type UtxoView } from './utxo-set.ts'

interface LedgerOptions {
  /** The ledger appends blocks, and never changes the blocks before; their outputs are in `utxo`. */
  readonly chain: Chain
  /** Returns Unix milliseconds. */
  readonly clock?: () => number
  /** Unix milliseconds of slot 0. A slot is a second. */
  readonly start: number
  readonly parameters?: Parameters
  /** Unspent outputs at the start. They are not checked. */
  readonly utxo?: Iterable<LedgerUtxo>
  /** Raw bytes of reward accounts, which have no rewards. */
  readonly accounts?: Iterable<Hex>
  /** Number of blocks that can be rolled back; 2,160 as in a node if not given. */
  readonly undoBlocks?: number
  /** After Conway, in order. Without any, the chain stays in the era of its tip. */
  readonly hardForks?: readonly HardFork[]
}

export interface HardFork {
  /** Ogmios' name. Every era after Conway has nested transactions. */
  readonly era: string
  readonly slot: number
}

/** The last era without nested transactions. */
const FIRST_ERA = 'conway'

type Submission = { readonly id: Hex } | { readonly error: SubmissionError }

interface LedgerEvents {
  /** The tip or the mempool has changed. */
  change: () => void
}

export type Outputs = Pick<UtxoSet, 'get' | 'at' | 'values'>

interface MadeBlock {
  readonly transactions: readonly LedgerTransaction[]
  readonly changes: readonly Change[]
}

/** A transaction larger than this many times `maxTxSize` is refused unread. A smaller one gets a node's error. */
const FAR_TOO_LONG = 2

const MALFORMED = -32_602
const ERAS = ['alonzo', 'babbage', 'conway', 'dijkstra']

const malformed = (reason: string): SubmissionError =>
  submissionError(
    MALFORMED,
    'Invalid transaction; it could not be read in any era.',
    Object.fromEntries(ERAS.map((era) => [era, era === 'conway' ? reason : 'it is of another era'])),
  )

const UNSUPPORTED_ERA = submissionError(3001, 'Transactions of a later era cannot be evaluated.', {
  unsupportedEra: 'dijkstra',
})
const WRONG_ERA = submissionError(3005, 'Transactions of a later era cannot be submitted.', {
  ledgerEra: FIRST_ERA,
  queryEra: 'dijkstra',
})

const isExpired = (transaction: LedgerTransaction, slot: number): boolean =>
  wholeBatch(transaction).some(({ until }) => until !== undefined && until <= BigInt(slot))

const hasBegun = (transaction: LedgerTransaction, slot: number): boolean =>
  wholeBatch(transaction).every(({ from }) => from === undefined || from <= BigInt(slot))

/** The other rules were checked on arrival. */
const hasAll = (transaction: LedgerTransaction, utxo: UtxoView): boolean =>
  wholeBatch(transaction)
    .flatMap(({ inputs, references, collaterals }) => [...inputs, ...references, ...collaterals])
    .every((reference) => utxo.get(reference) !== undefined)

/** @returns the transactions that `allows` accepts after the earlier ones */
const applicable = (
  transactions: readonly LedgerTransaction[],
  utxo: UtxoSet,
  allows: (transaction: LedgerTransaction) => boolean,
): LedgerTransaction[] => {
  const applied: LedgerTransaction[] = []
  for (const transaction of transactions)
    if (allows(transaction)) {
      utxo.apply(transaction)
      applied.push(transaction)
    }
  return applied
}

export class Ledger extends EventEmitter<LedgerEvents> {
  readonly chain: Chain
  readonly parameters: Parameters
  readonly start: number
  readonly hardForks: readonly HardFork[]
  readonly #clock: () => number
  readonly #undoBlocks: number
  readonly #utxo = new UtxoSet()
  /** Raw bytes. */
  readonly accounts: ReadonlySet<Hex>
  /** Last blocks made here, which can be undone. */
  readonly #blocks: MadeBlock[] = []
  #mempool: LedgerTransaction[] = []
  /** State after the mempool's transactions. */
  #pending: UtxoSet

  constructor(options: LedgerOptions) {
    super()
    this.chain = options.chain
    this.parameters = options.parameters ?? DEVNET_PARAMETERS
    this.start = options.start
    this.hardForks = options.hardForks ?? []
    this.#clock = options.clock ?? Date.now
    this.#undoBlocks = options.undoBlocks ?? SECURITY_PARAMETER
    this.accounts = new Set(options.accounts)
    for (const utxo of options.utxo ?? []) this.#utxo.add(utxo)
    this.#pending = new UtxoSet(this.#utxo)
  }

  get slot(): number {
    return Math.max(0, Math.floor((this.#clock() - this.start) / 1000))
  }

  /** The clock's slot or, if that is later, the slot after the tip's. */
  get nextSlot(): number {
    return this.#slotAfter(this.chain.tipPoint)
  }

  #slotAfter(tip: Point | 'origin'): number {
    return tip === 'origin' ? this.slot : Math.max(this.slot, tip.slot + 1)
  }

  eraAt(slot: number): string {
    if (this.hardForks.length === 0) return this.chain.last?.era ?? FIRST_ERA
    return this.hardForks.findLast((fork) => fork.slot <= slot)?.era ?? FIRST_ERA
  }

  /**
   * Nests a waiting transaction in the next one, as a batcher does. Does nothing if the next block's era has no nesting, or the two cannot
   * be one batch.
   * @param index index of the outer transaction in the mempool
   */
  nest(index: number): void {
    const [inner, outer] = [this.#mempool[index - 1], this.#mempool[index]]
    if (inner === undefined || outer === undefined || this.eraAt(this.nextSlot) === FIRST_ERA) return
    const batch = nestedIn(outer, [inner])
    if (batch === undefined) return
    this.#mempool.splice(index - 1, 2, batch)
    this.emit('change')
  }

  get utxo(): Outputs {
    return this.#utxo
  }

  /**
   * A copy of the state after the block at `point`.
   * @returns a reason if the chain lacks the block, or the ledger can no longer roll back to it
   */
  utxoAt(point: Point | 'origin'): Outputs | 'not on chain' | 'too old' {
    const index = this.chain.indexOf(point)
    if (index === undefined) return 'not on chain'
    const count = this.chain.length - 1 - index
    if (count > this.#blocks.length) return 'too old'
    const utxo = new UtxoSet()
    for (const output of this.#utxo.values()) utxo.add(output)
    for (const change of this.#changesOf(count)) utxo.undo(change)
    return utxo
  }

  /** Newest first. */
  #changesOf(count: number): Change[] {
    const blocks = this.#blocks.slice(this.#blocks.length - count)
    return blocks.flatMap(({ changes }) => changes).reverse()
  }

  /** In the order of arrival. */
  get mempool(): readonly LedgerTransaction[] {
    return this.#mempool
  }

  /** The output exists at the tip or in the mempool, and nothing in the mempool spends it. */
  isUnspent(reference: OutputReference): boolean {
    return this.#pending.get(reference) !== undefined
  }

  /** Bytes of two blocks, as in a node. */
  get mempoolCapacity(): number {
    return 2 * this.parameters.maxBlockBodySize
  }

  #environment(utxo: UtxoView, slot: number): LedgerEnvironment {
    return { utxo, parameters: this.parameters, slot, accounts: this.accounts }
  }

  /**
   * Anybody may send the bytes, so transactions that take long to read are refused.
   * @param tooNew error for a transaction of Dijkstra before that era
   */
  #read(cbor: Hex, tooNew: SubmissionError): LedgerTransaction | SubmissionError {
    const { maxTxSize } = this.parameters
    const bytes = cbor.length / 2
    if (bytes > FAR_TOO_LONG * maxTxSize)
      return malformed(`it has ${bytes} bytes, but a transaction has at most ${maxTxSize}`)
    try {
      const written = cbor.toLowerCase()
      const ofDijkstra = taggedFromThree(written)
      const transaction = decodeTransaction(ofDijkstra ?? written)
      return ofDijkstra !== undefined && this.eraAt(this.nextSlot) === FIRST_ERA ? tooNew : transaction
    } catch (error) {
      return malformed(error instanceof Error ? error.message : String(error))
    }
  }

  #judge(transaction: LedgerTransaction, utxo: UtxoView, slot: number): SubmissionError | undefined {
    const context = contextOf(transaction, this.#environment(utxo, slot))
    const error = phaseOne(context)
    if (error !== undefined) return error
    const utxos = [...context.inputs, ...context.references]
    const failure = scriptsFail(transaction, runScripts(transaction, utxos, this.parameters, this))
    if (transaction.valid === (failure === undefined)) return undefined
    return submissionError(
      3136,
      'The validity tag of the transaction does not match the result of its scripts.',
      {
        declaredSpending: transaction.valid ? 'inputs' : 'collaterals',
        mismatchReason: failure ?? 'The scripts pass, but the transaction declares that they fail.',
      },
    )
  }

  /**
   * @param cbor hex; the transaction must be valid in `nextSlot`
   * @returns the reason if it is refused
   */
  submit(cbor: Hex): Submission {
    const transaction = this.#read(cbor, WRONG_ERA)
    if ('code' in transaction) return { error: transaction }
    const error = this.#judge(transaction, this.#pending, this.nextSlot) ?? this.#refuseFull(transaction)
    if (error !== undefined) return { error }
    this.#pending.apply(transaction)
    this.#mempool.push(transaction)
    this.emit('change')
    return { id: transaction.id }
  }

  #refuseFull({ size }: LedgerTransaction): SubmissionError | undefined {
    if (totalSize(this.#mempool) + size <= this.mempoolCapacity) return undefined
    return submissionError(
      3997,
      'The mempool has no room for the transaction; submit it again after the next block.',
      {
        error: `the mempool is full: its capacity is ${this.mempoolCapacity} bytes`,
      },
    )
  }

  /**
   * Does not check signatures and amounts.
   * @param additional outputs that neither the ledger nor the mempool has
   */
  evaluate(cbor: Hex, additional: readonly LedgerUtxo[] = []): EvaluationResult {
    const transaction = this.#read(cbor, UNSUPPORTED_ERA)
    if ('code' in transaction) return { error: transaction }
    return evaluate(transaction, additional, this.#environment(this.#pending, this.nextSlot), this)
  }

  /**
   * Includes waiting transactions that are valid in `slot`, up to a block's size. If this throws, nothing has changed, unless a listener
   * threw.
   * @param slot must be after the tip's
   * @throws {Error} if it is not
   */
  makeBlock(slot = this.nextSlot): ChainBlock {
    if (!Number.isSafeInteger(slot) || slot < 0) throw new Error(`${slot} is not a slot`)
    const tip = this.chain.last
    if (tip !== undefined && slot <= tip.point.slot)
      throw new Error(`slot ${slot} is not after the tip's, ${tip.point.slot}`)
    const { taken, left } = this.#choose(slot)
    const transactions = taken.map((transaction) => ({
      id: transaction.id,
      json: transactionJson(transaction),
    }))
    const block = buildBlock(tip ?? 'genesis', { slot, transactions, era: this.eraAt(slot) })
    const changes = taken.map((transaction) => this.#utxo.apply(transaction))
    this.#blocks.push({ transactions: taken, changes })
    if (this.#blocks.length > this.#undoBlocks) this.#blocks.shift()
    this.#wait(left)
    this.chain.append(block)
    this.emit('change')
    return block
  }

  /** `left` stays in the mempool. */
  #choose(slot: number): { taken: LedgerTransaction[]; left: LedgerTransaction[] } {
    const utxo = new UtxoSet(this.#utxo)
    const taken: LedgerTransaction[] = []
    const left: LedgerTransaction[] = []
    let room = this.parameters.maxBlockBodySize
    for (const transaction of this.#mempool) {
      if (isExpired(transaction, slot)) continue
      const fits = transaction.size <= room && hasBegun(transaction, slot) && left.length === 0
      if (!fits) left.push(transaction)
      else if (hasAll(transaction, utxo)) {
        room -= transaction.size
        utxo.apply(transaction)
        taken.push(transaction)
      }
    }
    return { taken, left: applicable(left, utxo, (transaction) => hasAll(transaction, utxo)) }
  }

  /**
   * The transactions of the dropped blocks return to the front of the mempool, if they are valid in the next slot. If this throws, nothing
   * has changed, unless a listener threw.
   * @throws {Error} if the ledger made fewer blocks, or has undo data for fewer
   */
  rollBack(count: number): void {
    const most = Math.min(this.#blocks.length, this.chain.length)
    if (!Number.isSafeInteger(count) || count < 0 || count > most)
      throw new Error(`cannot roll back ${count} blocks of the ${most} made here`)
    const kept = this.#blocks.length - count
    const dropped = this.#blocks.slice(kept)
    const changes = this.#changesOf(count)
    const utxo = new UtxoSet(this.#utxo)
    for (const change of changes) utxo.undo(change)
    const slot = this.#slotAfter(this.chain.pointAt(this.chain.length - 1 - count))
    const waiting = applicable(
      [...dropped.flatMap(({ transactions }) => transactions), ...this.#mempool].flatMap((transaction) =>
        this.eraAt(slot) === FIRST_ERA ? withoutNesting(transaction) : [transaction],
      ),
      utxo,
      (transaction) => wholeBatch(transaction).every((each) => this.#judge(each, utxo, slot) === undefined),
    )
    for (const change of changes) this.#utxo.undo(change)
    this.#blocks.length = kept
    this.#wait(waiting)
    this.chain.rollBack(count)
    this.emit('change')
  }

  /** The transactions must be valid in this order after the tip. */
  #wait(transactions: LedgerTransaction[]): void {
    this.#mempool = transactions
    this.#pending = new UtxoSet(this.#utxo)
    for (const transaction of transactions) this.#pending.apply(transaction)
  }
}
