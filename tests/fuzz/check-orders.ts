// Checks orders against the blocks. Each row must be an output at an order contract. The order is open while the output is unspent, and its
// amounts are at most the output's value. Totals must be the sums of the rows.
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { AssetId } from '../../schema/primitives.ts'
import type { RawLedger } from '../hostile/raw-ledger.ts'
import { Finding } from './finding.ts'
import { type Folded, rowsOf } from './folded.ts'

interface OrderRow {
  readonly transaction_id: Buffer
  readonly output_index: bigint
  readonly token: AssetId
  readonly side: string
  readonly from_amount: bigint
  readonly to_amount: bigint
  readonly status: string
  readonly ended_by: Buffer | null
}

const wrong = (row: OrderRow, ledger: RawLedger, operations: OperationsConfig): string | undefined => {
  const transaction = row.transaction_id.toString('hex')
  const reference = `${transaction}#${row.output_index}`
  const output = ledger.transactions.get(transaction)?.outputs.find((made) => made.reference === reference)
  if (output === undefined) return 'its output is in no block'
  if (row.ended_by?.equals(row.transaction_id) === true) {
    const bought = output.assets.get(row.token) ?? 0n
    return row.status === 'filled' && row.side === 'buy' && bought > 0n
      ? undefined
      : 'it bought nothing at its launch'
  }
  const script = output.address.slice(2, 58)
  if (!operations.orders.some(({ scriptHash }) => scriptHash === script)) return 'it is at no order contract'
  const held = row.side === 'buy' ? output.lovelace : (output.assets.get(row.token) ?? 0n)
  if (row.from_amount > held) return `it gives ${row.from_amount} of its ${held}`
  const isUnspent = ledger.unspent.has(reference)
  if (isUnspent !== (row.status === 'open')) return `it is ${row.status}, and unspent: ${isUnspent}`
  if (isUnspent) return row.ended_by === null ? undefined : 'it is open and has ended'
  const by = ledger.transactions.get(row.ended_by?.toString('hex') ?? '')
  const at = by?.inputs.indexOf(reference) ?? -1
  if (at < 0) return 'the transaction that ended it did not spend it'
  const answer = by?.outputs[at]
  if (row.status !== 'filled') return undefined
  if (answer === undefined) return 'it was filled without an answer'
  // A seller's lovelace includes the executor's flat fees, which are at most the order's lovelace.
  const most = row.side === 'buy' ? (answer.assets.get(row.token) ?? 0n) : answer.lovelace + output.lovelace
  return row.to_amount > most ? `it got ${row.to_amount}, its answer has ${most}` : undefined
}

const WRONG_TOTALS = `
  WITH counted AS (
    SELECT owner, book, count(*) AS orders, sum(status = 'open') AS open, sum(status = 'filled') AS filled FROM orders GROUP BY owner, book
    UNION ALL SELECT owner, 0, count(*), sum(status = 'open'), sum(status = 'filled') FROM orders GROUP BY owner
    UNION ALL SELECT x'', book, count(*), sum(status = 'open'), sum(status = 'filled') FROM orders GROUP BY book)
  SELECT hex(t.owner) AS owner, t.book FROM order_totals AS t LEFT JOIN counted AS c USING (owner, book)
  WHERE (t.orders, t.open, t.filled) IS NOT (c.orders, c.open, c.filled)
  UNION ALL SELECT hex(c.owner), c.book FROM counted AS c LEFT JOIN order_totals AS t USING (owner, book) WHERE t.orders IS NULL
  LIMIT 1`

const MADE_UP = `SELECT hex(transaction_id) AS id FROM orders AS o WHERE status = 'filled' AND in_book AND NOT EXISTS (
  SELECT 1 FROM trades AS t WHERE t.order_transaction = o.transaction_id AND t.order_index = o.output_index) LIMIT 1`

/** Two orders with one beacon must belong to one sequence of orders. */
const SHARED_BEACON =
  'SELECT hex(beacon) AS beacon FROM orders WHERE owns_beacon GROUP BY beacon HAVING count(DISTINCT root) > 1 LIMIT 1'

export function* checkOrders(folded: Folded): Generator<Finding> {
  const { database, ledger, operations } = folded
  const rows = rowsOf<OrderRow>(
    folded,
    'SELECT transaction_id, output_index, token, side, from_amount, to_amount, status, ended_by FROM orders',
  )
  for (const row of rows) {
    const problem = wrong(row, ledger, operations)
    const name = `order ${row.transaction_id.toString('hex')}#${row.output_index}`
    if (problem !== undefined) yield new Finding('an order matches its output', `${name}: ${problem}`)
  }
  for (const [rule, text] of [
    ['totals match the orders', WRONG_TOTALS],
    ['every listed execution of a token has its trades', MADE_UP],
    ['a beacon belongs to one order', SHARED_BEACON],
  ] as const) {
    const found = database.prepare(text).get()
    if (found !== undefined) yield new Finding(rule, JSON.stringify(found))
  }
}
