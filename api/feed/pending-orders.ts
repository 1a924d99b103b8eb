// Pending states of orders, from the transactions in flight: orders that they place, and orders on the chain that they fill or cancel. A
// transaction may disappear, so after each change all states are derived again from all transactions in flight. A state is left out as soon
// as a block has a newer state.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { OrderTerms } from '../../projections/interpret/events.ts'
import { termsOf } from '../../projections/interpret/orders.ts'
import { protocolOf } from '../../projections/interpret/protocol.ts'
import { type OrderFilter, type OrderQueries, orderQueries } from '../../projections/read/queries/orders.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { decodeOrderRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import type { TimeOfDay } from '../../schema/platform/clocks.ts'
import type { Hex } from '../../schema/primitives.ts'
import { entityIdOf, outputOfEntity } from '../../schema/responses/entity-id.ts'
import type { ApiOrder, OrderTrade } from '../../schema/responses/orders.ts'
import type { MempoolView } from '../mempool-view.ts'

interface PendingOrdersOptions {
  readonly mempool: MempoolView
  readonly orders: () => Pick<OrderQueries, 'byOutput' | 'unplaced'>
  /** Undefined for an output that is no order. */
  readonly termsOf: (output: OutputEvent) => OrderTerms | undefined
  readonly clock: () => TimeOfDay
  /** Called if the models cannot be read. No order is pending then. */
  readonly onError: (error: unknown) => void
}

interface PendingEvents {
  /** `gone` orders have lost their pending state although no block has a newer one. */
  changed: [{ readonly put: readonly ApiOrder[]; readonly gone: readonly ApiOrder[] }]
}

const matches = ({ asset, keys, status }: OrderFilter, order: ApiOrder): boolean =>
  (asset === undefined || asset === order.asset) &&
  (keys === undefined || keys.includes(order.pkh)) &&
  (status === undefined || (status === 'open' && order.status === 'Mempool'))

export class PendingOrders extends EventEmitter<PendingEvents> {
  #orders: ReadonlyMap<string, ApiOrder> = new Map()
  /** Unix seconds. */
  #seen: ReadonlyMap<Hex, number> = new Map()
  #version = 0
  readonly #options: PendingOrdersOptions

  constructor(options: PendingOrdersOptions) {
    super()
    this.#options = options
    options.mempool.on('changed', () => this.#update())
  }

  /** Grows when a pending state may have changed. */
  get version(): number {
    return this.#version
  }

  /** Undefined if there is none, or if a block has a newer state. */
  byEntityId(entityId: string): ApiOrder | undefined {
    const order = this.#orders.get(entityId)
    return order === undefined || this.#isSettled(order) ? undefined : order
  }

  matching(filter: OrderFilter): ApiOrder[] {
    return [...this.#orders.values()]
      .filter((order) => matches(filter, order) && !this.#isSettled(order))
      .reverse()
  }

  /** The trade of the first order that was seen with the beacon, while no block contains the order. */
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

  /** The transaction that caused the pending state is on the chain. */
  #isSettled({ entityId, status }: ApiOrder): boolean {
    const known = this.#options.orders().byOutput(outputOfEntity(entityId))
    return known !== undefined && (status === 'Mempool' || known.status !== 'Pending')
  }

  #update(): void {
    const before = this.#orders
    const orders = this.#read()
    this.#orders = orders
    if (before.size > 0 || orders.size > 0) this.#version += 1
    const put = [...orders.values()].filter(({ entityId, status, evaluatedTransactionId }) => {
      const known = before.get(entityId)
      return known?.status !== status || known.evaluatedTransactionId !== evaluatedTransactionId
    })
    const gone = [...before.values()].filter(
      (order) => !orders.has(order.entityId) && !this.#isSettled(order),
    )
    if (put.length > 0 || gone.length > 0) this.emit('changed', { put, gone })
  }

  #read(): Map<string, ApiOrder> {
    const { mempool, clock, onError } = this.#options
    const seen = new Map<Hex, number>()
    const orders = new Map<string, ApiOrder>()
    try {
      for (const transaction of mempool.inFlight.values()) {
        const time = this.#seen.get(transaction.id) ?? Math.floor(clock() / 1000)
        seen.set(transaction.id, time)
        this.#readTransaction(transaction, time, orders)
      }
    } catch (error) {
      onError(error)
      orders.clear()
    }
    this.#seen = seen
    return orders
  }

  #readTransaction(
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

export interface PendingOrdersContext extends Pick<PendingOrdersOptions, 'mempool' | 'clock'> {
  readonly reader: ModelsReader
  readonly configs: () => ConfigStates
  readonly log: Pick<Logger, 'warn'>
}

export const pendingOrders = ({
  mempool,
  reader,
  configs,
  clock,
  log,
}: PendingOrdersContext): PendingOrders => {
  // The models are folded with the protocol, so it cannot change while the service runs.
  const protocol = protocolOf(configs().operations.value)
  return new PendingOrders({
    mempool,
    orders: reader.prepared(orderQueries),
    termsOf: (output) => termsOf(protocol, output),
    clock,
    onError: (err) => log.warn({ err }, 'the models could not be read: pending orders are not shown'),
  })
}
