// The methods that watch a node's mempool, in snapshots. A request for the next snapshot waits until the mempool has changed, so a client
// can follow the mempool in a loop without polling.
import { MEMPOOL_NOT_ACQUIRED } from '../../schema/ogmios/codes.ts'
import { type Hex, isHex } from '../../schema/primitives.ts'
import type { Chain } from '../chain/chain.ts'
import { MethodError, type Methods } from './methods.ts'
import { invalid, member } from './requests.ts'

/** Emits `change` after each change of the mempool or the chain. */
export interface NodeWithMempool<Transaction extends { readonly id: Hex }> {
  readonly chain: Pick<Chain, 'last'>
  readonly slot: number
  readonly mempool: readonly Transaction[]
  /** Maximum bytes of waiting transactions. */
  readonly mempoolCapacity: number
  on(event: 'change', listener: () => void): unknown
  off(event: 'change', listener: () => void): unknown
}

interface Form<Transaction> {
  readonly json: (transaction: Transaction) => string
  readonly size: (transactions: readonly Transaction[]) => number
}

interface Snapshot<Transaction> {
  /** Block id; undefined at the origin. */
  readonly after: Hex | undefined
  readonly transactions: readonly Transaction[]
  next: number
}

const isStale = <Transaction extends { readonly id: Hex }>(
  { after, transactions }: Snapshot<Transaction>,
  node: NodeWithMempool<Transaction>,
): boolean =>
  after !== node.chain.last?.point.id ||
  transactions.length !== node.mempool.length ||
  transactions.some(({ id }, index) => id !== node.mempool[index]?.id)

/**
 * `holds` is called now and after each change.
 * @throws {Error} if `closed` aborts first
 */
const untilChange = (
  node: Pick<NodeWithMempool<never>, 'on' | 'off'>,
  holds: () => boolean,
  closed: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => {
      node.off('change', look)
      closed.removeEventListener('abort', end)
    }
    const look = (): void => {
      if (!holds()) return
      leave()
      resolve()
    }
    const end = (): void => {
      leave()
      reject(new Error('the connection ended'))
    }
    node.on('change', look)
    closed.addEventListener('abort', end)
    if (closed.aborted) end()
    else look()
  })

/** @param closed aborts when the connection ends */
export const mempoolMethods = <Transaction extends { readonly id: Hex }>(
  node: NodeWithMempool<Transaction>,
  { json, size }: Form<Transaction>,
  closed: AbortSignal,
): Methods => {
  let snapshot: Snapshot<Transaction> | undefined
  const acquired = (): Snapshot<Transaction> => {
    if (snapshot === undefined)
      throw new MethodError(
        MEMPOOL_NOT_ACQUIRED,
        'No mempool snapshot is acquired; call acquireMempool first.',
      )
    return snapshot
  }
  return {
    acquireMempool: async () => {
      const held = snapshot
      if (held !== undefined) await untilChange(node, () => isStale(held, node), closed)
      snapshot = { after: node.chain.last?.point.id, transactions: [...node.mempool], next: 0 }
      return `{"acquired":"mempool","slot":${node.slot}}`
    },
    nextTransaction: (params) => {
      const held = acquired()
      const transaction = held.transactions[held.next]
      if (transaction === undefined) return '{"transaction":null}'
      held.next += 1
      const all = member(params, 'fields') === 'all'
      return `{"transaction":${all ? json(transaction) : `{"id":"${transaction.id}"}`}}`
    },
    hasTransaction: (params) => {
      const id = member(params, 'id')
      if (typeof id !== 'string' || !isHex(id, 32))
        throw invalid('"id" must be a transaction id, 64 lower-case hex digits.')
      return String(acquired().transactions.some((transaction) => transaction.id === id))
    },
    sizeOfMempool: () => {
      const { transactions } = acquired()
      return `{"maxCapacity":{"bytes":${node.mempoolCapacity}},"currentSize":{"bytes":${size(transactions)}},"transactions":{"count":${transactions.length}}}`
    },
    releaseMempool: () => {
      acquired()
      snapshot = undefined
      return '{"released":"mempool"}'
    },
  }
}
