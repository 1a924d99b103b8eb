// Judges orders on their way from the mempool into a block that the indexer gets late. Without a fork, an order must never return to an
// earlier state.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BuiltTransaction } from '../../../devnet/chain/build-transaction.ts'
import { Finding } from '../../fuzz/finding.ts'
import { requestsTo } from '../../kit/requests.ts'
import { until } from '../../kit/until.ts'
import type { ForkingChain } from '../forking-chain.ts'

/** The next status must have the same or a higher rank. */
const RANKS: Readonly<Record<string, number>> = {
  Mempool: 0,
  Pending: 1,
  MempoolEvaluated: 2,
  MempoolRefunded: 2,
  Evaluated: 3,
  Refunded: 3,
}

const PAUSE_MS = 10

const BLOCKS = 3
/** The service reads at most 1 MiB of a mempool transaction. Real transactions are smaller. */
const MOST_JSON = 500_000
/** A full block has thousands. */
const OUTPUTS = 300

interface TransactionJson {
  readonly inputs: readonly { readonly transaction: { readonly id: string }; readonly index: number }[]
  readonly outputs?: readonly unknown[]
}

/** `transaction:index`. Some are orders. */
const outputsOf = ({ id, json }: BuiltTransaction): string[] => {
  const { inputs, outputs = [] }: TransactionJson = JSON.parse(json)
  return [
    ...Object.keys(outputs).map((index) => `${id}:${index}`),
    ...inputs.map(({ transaction, index }) => `${transaction.id}:${index}`),
  ]
}

const judgeBlock = async (url: string, chain: ForkingChain, fold: () => Promise<void>): Promise<void> => {
  const { call } = requestsTo(url)
  const block = chain.next()
  const transactions = chain.world.transactionsOf(block).filter(({ json }) => json.length <= MOST_JSON)
  chain.mempool.take(transactions)
  await until('the mempool in /status', async () => {
    const { mempool } = (await call('/status')).body
    return mempool?.transactions === transactions.length
  })
  const statuses = new Map<string, string>()
  const read = async (output: string): Promise<void> => {
    const { status = 'none' } = (await call(`/v1/orders-feed/orders/${output}`)).body
    const before = statuses.get(output)
    if (before !== undefined && (RANKS[status] ?? -1) < (RANKS[before] ?? -1))
      throw new Finding('without a fork no order goes back', `${output}: ${before}, then ${status}`, block)
    if (status in RANKS) statuses.set(output, status)
  }
  const readAll = async (outputs: Iterable<string>): Promise<void> => {
    for (const output of outputs) await read(output)
  }
  await readAll(transactions.flatMap(outputsOf).slice(0, OUTPUTS))
  let isFolded = false
  const reading = (async () => {
    for (; !isFolded; await sleep(PAUSE_MS)) await readAll(statuses.keys())
  })()
  // Prevents an unhandled rejection. The failure is thrown after the fold.
  reading.catch(() => {})
  chain.adopt(block)
  await fold().finally(() => {
    isFolded = true
  })
  await reading
  await readAll(statuses.keys())
}

/**
 * @param url URL of the service
 * @param fold ends when the models contain the block that the node has adopted
 * @throws {Finding} for an order that disappears, or whose status goes back
 */
export const judgeOrders = async (
  url: string,
  chain: ForkingChain,
  fold: () => Promise<void>,
): Promise<void> => {
  for (let blocks = 0; blocks < BLOCKS; blocks++) await judgeBlock(url, chain, fold)
}
