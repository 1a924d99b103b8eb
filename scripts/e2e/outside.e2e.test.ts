// The devnet and the service as one is that runs no line of this project: a wallet made of public libraries pays and
// orders through the node, and the service shows what the wallet then has.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { contractAddress } from '../../fixtures/contracts/contracts.ts'
import { createActors } from '../../fixtures/devnet/actors/actors.ts'
import { readMarket } from '../../fixtures/devnet/actors/market.ts'
import { DEVELOPER, EXECUTOR } from '../../fixtures/devnet/actors/people.ts'
import { NO_RATES, type Rates } from '../../fixtures/devnet/actors/rates.ts'
import { DEVELOPER_MNEMONIC } from '../../fixtures/devnet/developer-wallet.ts'
import { type Devnet, startDevnet } from '../../fixtures/devnet/devnet.ts'
import { genesis, openingTransactions } from '../../fixtures/devnet/genesis.ts'
import { FIXED_FEE, NETWORK_FEE } from '../../fixtures/devnet/launchpad.ts'
import { decodeTransaction } from '../../fixtures/devnet/ledger/transaction.ts'
import { PATIENCE } from '../../fixtures/testing/patience.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { until } from '../../fixtures/testing/until.ts'
import type { UnspentOutputBody } from '../../schema/answers/utxos.ts'
import { formatAddress, parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { encodeInstantOrder } from '../../schema/launchpad/datums/instant-order.ts'
import { ORDER_DEPOSIT, orderValue } from '../../schema/launchpad/order-value.ts'
import { ADA, type AssetId, type Hex } from '../../schema/primitives.ts'
import { startWatchedWith } from '../testing/watched-service.ts'

const SCRIPT = fileURLToPath(new URL('../testing/outside-wallet.mjs', import.meta.url))

/** Launches and orders; nobody sends the wallet anything. */
const RATES: Rates = { ...NO_RATES, launches: 0.3, orders: 0.5 }

const ADDRESS = formatAddress(DEVELOPER.address)

/** What the wallet's script prints. */
interface Report {
  readonly txId: Hex
  readonly address: string
  readonly to: string
  readonly fee: string
  readonly spent: readonly string[]
  readonly outputs: readonly { readonly address: string; readonly lovelace: string }[]
  readonly block: { readonly id: Hex; readonly slot: number; readonly height: number }
}

const run = promisify(execFile)

/** A devnet that is alive, a service that follows it, and the wallet; all end with the test. */
const setUp = async (t: TestContext) => {
  const errors: unknown[] = []
  const devnet = await startDevnet({
    genesis,
    actors: (ledger) => createActors(ledger, 'outside', RATES),
    blockInterval: 200,
    onError: (error) => errors.push(error),
  })
  const env = { NETWORK: 'devnet', OGMIOS_URL: devnet.url, DATA_DIR: temporaryDirectory(t) }
  const service = await startWatchedWith(t, env)
  t.after(async () => {
    await devnet.close()
    assert.deepEqual(errors, [])
  })

  /** What a key has, once it has an output of this transaction. */
  const ownedAfter = (pkh: Hex, txId: Hex): Promise<UnspentOutputBody[]> =>
    until(`an output of ${txId}`, async () => {
      const rows = await service.outputsOf(pkh)
      return rows.some(({ txHash }) => txHash === txId) && rows
    })
  const wallet = async (...order: readonly string[]): Promise<Report> => {
    const words = [SCRIPT, devnet.url, DEVELOPER_MNEMONIC, ...order]
    const { stdout } = await run(process.execPath, words, { timeout: PATIENCE })
    return JSON.parse(stdout)
  }
  return { devnet, ownedAfter, wallet }
}

interface ChainTransaction {
  readonly id: Hex
  readonly inputs: readonly { readonly transaction: { readonly id: Hex }; readonly index: number }[]
  readonly outputs: readonly { readonly address: string }[]
  readonly fee: { readonly ada: { readonly lovelace: number } }
}

/** The transactions of the block at a height. */
const transactionsAt = ({ chain }: Devnet, height: number): ChainTransaction[] =>
  JSON.parse(String(chain.at(height)?.json)).transactions

const find = (devnet: Devnet, wanted: (transaction: ChainTransaction) => boolean) => {
  for (let height = devnet.chain.length - 1; height >= 0; height -= 1) {
    const found = transactionsAt(devnet, height).find(wanted)
    if (found !== undefined) return found
  }
  return undefined
}

const nameOf = ({ transaction, index }: ChainTransaction['inputs'][number]): string =>
  `${transaction.id}#${index}`

const row = (
  txHash: Hex,
  index: number,
  lovelace: bigint,
  tokens: readonly { unit: AssetId; amount: string }[] = [],
  address = ADDRESS,
): UnspentOutputBody => ({
  txHash,
  index,
  address,
  value: [{ unit: 'lovelace', amount: String(lovelace) }, ...tokens],
})

const GIFTS: Hex = decodeTransaction(openingTransactions[1] ?? '').id

/** What the wallet has to begin with. */
const GIVEN: readonly UnspentOutputBody[] = [
  row(GIFTS, 0, 10_000_000n),
  ...[1, 2, 3, 4].map((index) => row(GIFTS, index, 250_000_000_000n)),
]

const keyOf = (address: string): Hex => paymentCredential(parseAddress(address))?.hash ?? assert.fail()

/** Rows without those that a report says it spent. */
const without = (rows: readonly UnspentOutputBody[], { spent }: Report): UnspentOutputBody[] =>
  rows.filter(({ txHash, index }) => !spent.includes(`${txHash}#${index}`))

/** What the outputs that a report says it spent held together. */
const spentOf = (rows: readonly UnspentOutputBody[], report: Report): bigint => {
  const kept = without(rows, report)
  const spent = rows.filter((candidate) => !kept.includes(candidate))
  assert.equal(spent.length, report.spent.length)
  return spent.reduce((sum, { value }) => sum + BigInt(value[0]?.amount ?? 0), 0n)
}

/** That the chain has what the wallet says it sent, where it says. */
const assertOnChain = (devnet: Devnet, report: Report): void => {
  const sent = transactionsAt(devnet, report.block.height).find(({ id }) => id === report.txId)
  assert.deepEqual(devnet.chain.pointAt(report.block.height), {
    slot: report.block.slot,
    id: report.block.id,
  })
  assert.deepEqual(
    [sent?.inputs.map(nameOf), String(sent?.fee.ada.lovelace)],
    [[...report.spent].sort(), report.fee],
  )
}

test('a wallet of public libraries pays, and orders a token, and the service shows both', async (t) => {
  const { devnet, ownedAfter, wallet } = await setUp(t)
  const key = DEVELOPER.key.hash
  assert.deepEqual(await ownedAfter(key, GIFTS), GIVEN)

  const payment = await wallet()
  assertOnChain(devnet, payment)
  assert.equal(payment.address, ADDRESS)
  const change = spentOf(GIVEN, payment) - 12_340_000n - BigInt(payment.fee)
  assert.deepEqual(payment.outputs, [
    { address: payment.to, lovelace: '12340000' },
    { address: ADDRESS, lovelace: String(change) },
  ])
  const other = keyOf(payment.to)
  assert.notEqual(other, key)
  assert.deepEqual(await ownedAfter(other, payment.txId), [row(payment.txId, 0, 12_340_000n, [], payment.to)])
  const afterPayment = [...without(GIVEN, payment), row(payment.txId, 1, change)]
  assert.deepEqual(await ownedAfter(key, payment.txId), afterPayment)

  const token = await until('a token', () => [...readMarket(devnet.ledger).curves.keys()][0])
  const amount = 100_000_000n
  const fee = NETWORK_FEE + FIXED_FEE
  const { lovelace } = orderValue(true, amount, fee, ORDER_DEPOSIT)
  const datum = encodeInstantOrder(
    {
      redeemerAddress: DEVELOPER.plutusAddress,
      input: ADA,
      output: token,
      basePrice: { numerator: 1n, denominator: amount },
      fee,
      minUtxo: ORDER_DEPOSIT,
      permittedExecutor: EXECUTOR.key.hash,
      cancellationAfter: BigInt(Date.now() + 3_600_000),
      cancellationPkh: key,
    },
    'definite',
  )
  const orders = formatAddress(contractAddress('instant-order', DEVELOPER.plutusAddress.stake))
  const order = await wallet(orders, String(lovelace), datum)
  assertOnChain(devnet, order)
  const left = spentOf(afterPayment, order) - lovelace - BigInt(order.fee)
  assert.deepEqual(order.outputs, [
    { address: orders, lovelace: String(lovelace) },
    { address: ADDRESS, lovelace: String(left) },
  ])

  const filled = await until('the fill', () =>
    find(devnet, ({ inputs }) => inputs.some((input) => nameOf(input) === `${order.txId}#0`)),
  )
  const place = filled.inputs.findIndex((input) => nameOf(input) === `${order.txId}#0`)
  const bought = devnet.ledger.utxo.get({ transaction: filled.id, index: place })?.output ?? assert.fail()
  const [held = assert.fail(), ...others] = bought.assets
  assert.deepEqual([bought.address, held.asset, others], [DEVELOPER.address, token, []])
  assert.deepEqual(await ownedAfter(key, filled.id), [
    ...without(afterPayment, order),
    row(order.txId, 1, left),
    row(filled.id, place, ORDER_DEPOSIT, [{ unit: token, amount: String(held.quantity) }]),
  ])
})
