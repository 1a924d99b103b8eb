// Orders as the node's mempool has them: those that pending transactions place, and those on the chain that pending
// transactions fill or take back. Nothing of it is certain, so it is worked out again from the whole mempool whenever that
// changes, and what a block has made certain meanwhile is left out.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { OrderTerms } from '../../projections/interpret/events.ts'
import { termsOf } from '../../projections/interpret/orders.ts'
import { protocolOf } from '../../projections/interpret/protocol.ts'
import { type OrderFilter, type OrderQueries, orderQueries } from '../../projections/read/queries/orders.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { entityIdOf, outputOfEntity } from '../../schema/answers/entity-id.ts'
import type { ApiOrder, OrderTrade } from '../../schema/answers/orders.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { decodeOrderRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { MempoolView } from '../mempool-view.ts'

export interface PendingOrdersOptions {
  readonly mempool: MempoolView
  readonly orders: () => Pick<OrderQueries, 'byOutput' | 'unplaced'>
  /** The terms of an output that is an order. */
  readonly termsOf: (output: OutputEvent) => OrderTerms | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Takes what keeps the models from being read; nothing is pending then. */
  readonly onError: (error: unknown) => void
}

interface PendingEvents {
  /** Orders that came or changed, and those of which the mempool says nothing any more. */
  changed: [{ readonly put: readonly ApiOrder[]; readonly gone: readonly ApiOrder[] }]
}

const matches = (filter: OrderFilter, { asset, pkh, status }: ApiOrder): boolean => {
  switch (filter.of) {
    case 'asset':
      return asset === filter.asset
    case 'keysInAsset':
    case 'historyInAsset':
      return asset === filter.asset && filter.keys.includes(pkh)
    case 'keys':
      return filter.keys.includes(pkh)
    case 'openOfKeys':
      return status === 'Mempool' && filter.keys.includes(pkh)
  }
}

export class PendingOrders extends EventEmitter<PendingEvents> {
  readonly #options: PendingOrdersOptions
  #orders: ReadonlyMap<string, ApiOrder> = new Map()
  /** Unix seconds at which a transaction was first seen. */
  #seen: ReadonlyMap<Hex, number> = new Map()
  #version = 0

  constructor(options: PendingOrdersOptions) {
    super()
    this.#options = options
    options.mempool.on('changed', () => this.#update())
  }

  /** Another one whenever what the mempool says of any order may have changed. */
  get version(): number {
    return this.#version
  }

  /** State of an order in the mempool, as long as no block has a newer one. */
  of(entityId: string): ApiOrder | undefined {
    const order = this.#orders.get(entityId)
    return order === undefined || this.#isSettled(order) ? undefined : order
  }

  /** Pending orders, the one seen last first. */
  matching(filter: OrderFilter): ApiOrder[] {
    return [...this.#orders.values()]
      .filter((order) => matches(filter, order) && !this.#isSettled(order))
      .reverse()
  }

  /** The order with a beacon, before a block has it: of several with the same one the first seen. */
  trade(beacon: Hex): OrderTrade | undefined {
    for (const order of this.#orders.values()) {
      if (
        order.beacon !== beacon ||
        this.#options.orders().byOutput(outputOfEntity(order.entityId)) !== undefined
      )
        continue
      const { status: _, pendingTransactionId: __, ...shared } = order
      const nothing = {
        filledFromAmount: '0',
        filledToAmount: '0',
        price: null,
        evaluatedTransactionId: null,
      }
      return { ...shared, ...nothing, orderStatus: 'mempool' }
    }
    return undefined
  }

  /** Whether the chain has taken the transaction that the pending status comes from. */
  #isSettled({ entityId, status }: ApiOrder): boolean {
    const known = this.#options.orders().byOutput(outputOfEntity(entityId))
    return known !== undefined && (status === 'Mempool' || known.status !== 'Pending')
  }

  #update(): void {
    const before = this.#orders
    const orders = this.#read()
    this.#orders = orders
    if (before.size > 0 || orders.size > 0) this.#version += 1
    const put = [...orders.values()].filter(({ entityId, status }) => before.get(entityId)?.status !== status)
    const gone = [...before.values()].filter(({ entityId }) => !orders.has(entityId))
    if (put.length > 0 || gone.length > 0) this.emit('changed', { put, gone })
  }

  #read(): Map<string, ApiOrder> {
    const { mempool, clock, onError } = this.#options
    const seen = new Map<Hex, number>()
    const orders = new Map<string, ApiOrder>()
    try {
      for (const transaction of mempool.transactions.values()) {
        const time = this.#seen.get(transaction.id) ?? Math.floor(clock() / 1000)
        seen.set(transaction.id, time)
        this.#take(transaction, time, orders)
      }
    } catch (error) {
      onError(error)
      orders.clear()
    }
    this.#seen = seen
    return orders
  }

  #take(
    { id, valid, inputs, outputs, firstOutput }: TransactionEvent,
    time: number,
    into: Map<string, ApiOrder>,
  ): void {
    const { orders, termsOf } = this.#options
    for (const input of valid ? inputs : []) {
      if (input.redeemer === undefined) continue
      const entityId = entityIdOf(input)
      const order = into.get(entityId) ?? orders().byOutput(input)
      if (order === undefined || (order.status !== 'Pending' && order.status !== 'Mempool')) continue
      const isCancelled = decodeOrderRedeemer(input.redeemer) === 'cancel'
      into.set(entityId, {
        ...order,
        status: isCancelled ? 'MempoolRefunded' : 'MempoolEvaluated',
        evaluatedTransactionId: id,
        timestamp: time,
      })
    }
    outputs.forEach((output, at) => {
      const terms = termsOf(output)
      if (terms === undefined) return
      const order = orders().unplaced({ transaction: id, index: firstOutput + at }, terms, time)
      if (order !== undefined) into.set(order.entityId, order)
    })
  }
}

/** Context of the pending orders of a service. */
export interface PendingOrdersContext extends Pick<PendingOrdersOptions, 'mempool' | 'clock'> {
  readonly reader: ModelsReader
  readonly configs: () => ConfigStates
  readonly log: Pick<Logger, 'warn'>
}

/** Makes the pending orders of a service. */
export const pendingOrders = ({
  mempool,
  reader,
  configs,
  clock,
  log,
}: PendingOrdersContext): PendingOrders => {
  // The models are folded by it, so it is the same for as long as the service runs.
  const protocol = protocolOf(configs().operations.value)
  return new PendingOrders({
    mempool,
    orders: reader.prepared(orderQueries),
    termsOf: (output) => termsOf(protocol, output),
    clock,
    onError: (err) => log.warn({ err }, 'pending orders are not shown'),
  })
}
