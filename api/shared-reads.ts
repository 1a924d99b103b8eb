// Reads that several components of a process share. Each is created once, when a component first needs it, so that a
// pool is cached once and a pending order has one state.
import { type PendingOrders, type PendingOrdersContext, pendingOrders } from './feed/pending-orders.ts'
import { PoolAnswers } from './feed/pool-answers.ts'
import { ModelsReads } from './models-reads.ts'

export class SharedReads extends ModelsReads {
  readonly #context: PendingOrdersContext
  #poolAnswers: PoolAnswers | undefined
  #pendingOrders: PendingOrders | undefined

  constructor(context: PendingOrdersContext) {
    super(context.reader)
    this.#context = context
  }

  get poolAnswers(): PoolAnswers {
    this.#poolAnswers ??= new PoolAnswers(this)
    return this.#poolAnswers
  }

  get pendingOrders(): PendingOrders {
    this.#pendingOrders ??= pendingOrders(this.#context)
    return this.#pendingOrders
  }
}
