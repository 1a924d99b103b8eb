// Reads that several components of a process share. Each is created once, when a component first needs it, so that a
// pool is cached once and a pending order has one state.
import { type PendingOrders, type PendingOrdersContext, pendingOrders } from './feed/pending-orders.ts'
import { PoolAnswers } from './feed/pool-answers.ts'
import { ModelsReads } from './models-reads.ts'

export class SharedReads extends ModelsReads {
  #poolAnswers: PoolAnswers | undefined
  #pendingOrders: PendingOrders | undefined

  constructor(private readonly context: PendingOrdersContext) {
    super(context.reader)
  }

  get poolAnswers(): PoolAnswers {
    this.#poolAnswers ??= new PoolAnswers(this)
    return this.#poolAnswers
  }

  get pendingOrders(): PendingOrders {
    this.#pendingOrders ??= pendingOrders(this.context)
    return this.#pendingOrders
  }
}
