// Reads that several components of a process share. Each read is made when a component first needs it. So a pool is cached once, and a
// pending order has one state.
import { Charts, type ChartsOptions } from './charts/charts.ts'
import { type PendingOrders, type PendingOrdersContext, pendingOrders } from './feed/pending-orders.ts'
import { PoolResponses } from './feed/pool-responses.ts'
import { ModelsReads } from './models-reads.ts'

interface SharedReadsContext extends PendingOrdersContext {
  readonly charts: ChartsOptions
}

export class SharedReads extends ModelsReads {
  #poolResponses: PoolResponses | undefined
  #pendingOrders: PendingOrders | undefined
  #charts: Charts | undefined
  readonly #context: SharedReadsContext

  constructor(context: SharedReadsContext) {
    super(context.reader)
    this.#context = context
  }

  get charts(): Charts {
    this.#charts ??= new Charts(this, this.#context.charts)
    return this.#charts
  }

  get poolResponses(): PoolResponses {
    this.#poolResponses ??= new PoolResponses(this)
    return this.#poolResponses
  }

  get pendingOrders(): PendingOrders {
    this.#pendingOrders ??= pendingOrders(this.#context)
    return this.#pendingOrders
  }
}
