// Honest blocks break no rule, and each rule reports rows that contradict the blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { LaunchpadChain } from '../harness/launchpad-chain.ts'
import { RawLedger } from '../hostile/raw-ledger.ts'
import { checkModels } from './check-models.ts'
import { foldPath, type Step } from './fold-path.ts'

const TRADES = 'no trade is larger than what moved'
const POOLS = 'a pool matches the chain'
const ORDERS = 'an order matches its output'
const RANGES = 'every integer is within its range'

/** Views are read-only, so the tables of generation 1 are changed. */
const FORGED: readonly [sql: string, rule: string][] = [
  ['UPDATE trades_1 SET lovelace = lovelace * 2 WHERE order_index IS NULL', TRADES],
  ['UPDATE trades_1 SET lovelace = lovelace + 2000000000000 WHERE order_index IS NOT NULL', TRADES],
  ['UPDATE trades_1 SET lovelace = 0 WHERE order_index IS NOT NULL', TRADES],
  ['UPDATE trades_1 SET tokens = tokens + 1', TRADES],
  ['UPDATE trades_1 SET order_index = 9 WHERE order_index IS NOT NULL', TRADES],
  ["UPDATE trades_1 SET transaction_id = x'00'", 'trades are of the chain'],
  ['UPDATE trades_1 SET lovelace = 45000000000000001', RANGES],
  ['UPDATE trades_1 SET time = -1', RANGES],
  ["UPDATE pools_1 SET lovelace = lovelace + 1 WHERE venue = 'curve'", POOLS],
  ["UPDATE pools_1 SET tokens = tokens + 1000000000 WHERE venue = 'amm'", POOLS],
  ["UPDATE pools_1 SET market_cap = 1 WHERE venue = 'curve'", POOLS],
  ["UPDATE pools_1 SET output_transaction = x'00'", POOLS],
  ['UPDATE pools_1 SET volume = volume + 1', 'totals match the trades'],
  ['UPDATE pools_1 SET trades = trades + 1', 'totals match the trades'],
  ['UPDATE pools_1 SET adopted = 1', 'only existing pools are adopted'],
  [
    "UPDATE pools_1 SET nft = 'none' WHERE id = (SELECT min(id) FROM pools)",
    'every listed pool was paid for',
  ],
  ['UPDATE bars_1 SET volume = volume + 1', 'volumes of bars match the trades'],
  ["UPDATE orders_1 SET from_amount = from_amount + 1000000000000 WHERE side = 'buy'", ORDERS],
  ["UPDATE orders_1 SET to_amount = to_amount + 1000000000000 WHERE status = 'filled'", ORDERS],
  ["UPDATE orders_1 SET status = 'open' WHERE status = 'filled'", ORDERS],
  ['UPDATE orders_1 SET output_index = 9', ORDERS],
  ['UPDATE order_totals_1 SET open = open + 1', 'totals match the orders'],
  ['DELETE FROM order_totals_1 WHERE book = 0', 'totals match the orders'],
  [
    'UPDATE trades_1 SET order_index = NULL, order_transaction = NULL',
    'every listed execution of a token has its trades',
  ],
  ["UPDATE orders_1 SET beacon = x'00', owns_beacon = 1", 'a beacon belongs to one order'],
  ["UPDATE holders_1 SET quantity = x'0101'", 'holders match the outputs'],
  ['DELETE FROM holders_1 WHERE address = (SELECT min(address) FROM holders)', 'holders match the outputs'],
  [
    `UPDATE launches_1 SET info = '{"author":{"paymentKey":"00"}}'`,
    'the author of a token spent an input of its launch',
  ],
  ['DELETE FROM utxos WHERE id = (SELECT min(id) FROM utxos)', 'unspent outputs match the chain'],
]

test('honest blocks break no rule, and each rule notices rows that are not so', () => {
  const world = new LaunchpadChain(5)
  world.grow(250)
  const blocks = world.last(world.chain.length)
  const ledger = new RawLedger(blocks)
  const steps = blocks.map((block): Step => ({ kind: 'forward', block }))
  foldPath(steps, operations, (database) => {
    const rules = (): string[] =>
      [...checkModels({ database, ledger, operations }, [])].map(({ message }) => message)
    assert.deepEqual(rules(), [])
    for (const [sql, rule] of FORGED) {
      database.exec('BEGIN')
      const { changes } = database.prepare(sql).run()
      assert.ok(changes > 0, `nothing to change: ${sql}`)
      const found = rules()
      assert.ok(
        found.some((message) => message.startsWith(rule)),
        `${sql}: ${found[0]}`,
      )
      database.exec('ROLLBACK')
    }
  })
})
