// Checks trades against the blocks. No trade exceeds the ADA that moved between the pool and other outputs. The tokens of a transaction's
// trades equal the pool's change.
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import { isAt, type PlacedTransaction, type RawOutput } from '../hostile/raw-ledger.ts'
import { EMISSION, SEED } from '../independent/plain-pools.ts'
import { Finding } from './finding.ts'
import { type Folded, rowsOf } from './folded.ts'

/** Maximum percentage of the lovelace that an executor may keep. */
const MOST_FEE = 5n

interface TradeRow {
  readonly pool: AssetId
  readonly amm_nft: AssetId | null
  readonly token: AssetId
  readonly transaction_id: Buffer
  readonly venue: string
  readonly side: string
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly order_transaction: Buffer | null
  readonly order_index: bigint | null
}

export const poolIn = (
  { spent, outputs }: PlacedTransaction,
  nft: AssetId,
  scripts: readonly Hex[],
): { readonly before: RawOutput | undefined; readonly after: RawOutput | undefined } => {
  const isPool = (output: RawOutput | undefined): boolean =>
    output !== undefined && output.assets.get(nft) === 1n && isAt(scripts, output)
  return { before: spent.find(isPool), after: outputs.find(isPool) }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

interface Gain {
  readonly lovelace: bigint
  readonly tokens: bigint
}

/** Undefined if the transaction did not both spend and create the pool. */
const gainOf = (
  transaction: PlacedTransaction,
  { venue, pool, amm_nft, token }: TradeRow,
  operations: OperationsConfig,
): Gain | undefined => {
  // Orders that filled each other need no pool.
  if (venue === 'orders') return { lovelace: 0n, tokens: 0n }
  const scripts =
    venue === 'curve'
      ? [operations.curve.scriptHash]
      : operations.amm.pools.map(({ scriptHash }) => scriptHash)
  const { before, after } = poolIn(transaction, (venue === 'curve' ? pool : amm_nft) ?? '', scripts)
  // A launch creates the pool with the seed and all tokens, and buys from it.
  const isLaunch = venue === 'curve' && before === undefined && (transaction.mint.get(pool) ?? 0n) > 0n
  if (after === undefined || (before === undefined && !isLaunch)) return undefined
  return {
    lovelace: after.lovelace - (before?.lovelace ?? SEED),
    tokens:
      (after.assets.get(token) ?? 0n) - (before === undefined ? EMISSION : (before.assets.get(token) ?? 0n)),
  }
}

/** A trade without an order must be the pool's whole change. */
const wrongAlone = ({ lovelace }: TradeRow, gained: Gain): string | undefined => {
  const moved = gained.lovelace < 0n ? -gained.lovelace : gained.lovelace
  const off = lovelace > moved ? lovelace - moved : moved - lovelace
  // The trade's order may be older than the blocks, so its fee is unknown.
  return off * 100n > MOST_FEE * moved + 100n ? `it has ${lovelace} lovelace, but ${moved} moved` : undefined
}

const wrongFill = (
  transaction: PlacedTransaction,
  row: TradeRow,
  operations: OperationsConfig,
): string | undefined => {
  const reference = `${row.order_transaction?.toString('hex')}#${row.order_index}`
  if (row.order_transaction?.toString('hex') === transaction.id) {
    const bought = transaction.outputs.find((output) => output.reference === reference)
    return (bought?.assets.get(row.token) ?? 0n) > 0n ? undefined : `${reference} has no tokens of the launch`
  }
  const at = transaction.inputs.indexOf(reference)
  const order = transaction.spent[at]
  const answer = transaction.outputs[at]
  if (order === undefined || answer === undefined) return `its order ${reference} was not spent and answered`
  const orders = operations.orders.map(({ scriptHash }) => scriptHash)
  if (!isAt(orders, order)) return `${reference} is no order`
  const left = order.lovelace > answer.lovelace ? order.lovelace - answer.lovelace : 0n
  const most = row.side === 'buy' ? left : answer.lovelace
  return row.lovelace > most
    ? `a ${row.side} of ${row.lovelace} lovelace, but at most ${most} moved: order ${order.lovelace}, answer ${answer.lovelace}`
    : undefined
}

const wrong = (
  transaction: PlacedTransaction,
  rows: readonly TradeRow[],
  operations: OperationsConfig,
): string | undefined => {
  const [first] = rows
  if (first === undefined) return undefined
  const gained = gainOf(transaction, first, operations)
  if (gained === undefined) return 'its pool was not spent and created again'
  const legs = (side: string, leg: 'lovelace' | 'tokens'): bigint =>
    sum(rows.filter((row) => row.side === side).map((row) => row[leg]))
  if (legs('sell', 'tokens') - legs('buy', 'tokens') !== gained.tokens)
    return `its tokens do not add up to the ${gained.tokens} that the pool gained`
  if (first.order_transaction === null)
    return rows.length > 1 ? 'the whole change of the pool and another trade' : wrongAlone(first, gained)
  for (const row of rows) {
    const problem = wrongFill(transaction, row, operations)
    if (problem !== undefined) return problem
  }
  const [bought, sold] = [legs('buy', 'lovelace'), legs('sell', 'lovelace')]
  // Lovelace that the executor kept. Amounts are rounded once per order.
  const kept = bought - sold - gained.lovelace
  const rounding = BigInt(rows.length)
  const most = ((bought + sold) * MOST_FEE) / 100n + rounding
  return kept < -rounding || kept > most
    ? `buyers gave ${bought} and sellers got ${sold}, but the pool gained ${gained.lovelace}`
    : undefined
}

export function* checkTrades(folded: Folded): Generator<Finding> {
  const { ledger, operations } = folded
  const rows = rowsOf<TradeRow>(
    folded,
    'SELECT trades.pool, pools.amm_nft, pools.token, transaction_id, trades.venue, side, trades.lovelace, trades.tokens, ' +
      'order_transaction, order_index FROM trades JOIN pools ON pools.nft = trades.pool ORDER BY position',
  )
  const groups = new Map<string, TradeRow[]>()
  for (const row of rows) {
    const key = `${row.transaction_id.toString('hex')} ${row.pool} ${row.venue}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const [key, group] of groups) {
    const id = key.slice(0, 64)
    const transaction = ledger.transactions.get(id)
    if (transaction === undefined) {
      yield new Finding('trades are of the chain', `transaction ${id} is in no block`)
      continue
    }
    const problem = wrong(transaction, group, operations)
    if (problem === undefined) continue
    const rule = 'no trade is larger than what moved'
    yield new Finding(rule, `transaction ${id}, pool ${group[0]?.pool}: ${problem}`, transaction.block)
  }
}
