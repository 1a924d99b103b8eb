// Ten bots trade at the same time for two hundred blocks, with forks. Each accepted order must be exactly once in the chain and once in its
// owner's history. The order must be spent if and only if its status says so. Each wallet must show the amounts that the ledger has.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { readMarket } from '../../devnet/actors/market.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { decodeTransaction } from '../../devnet/ledger/transaction.ts'
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { startOnDevnet, untilAt } from '../harness/recorded-devnet.ts'
import { endOfRecording, payFromFaucet, startStillDevnet } from '../harness/still-devnet.ts'
import type { WatchedService } from '../harness/watched-service.ts'
import { randomFrom } from '../kit/random-from.ts'
import { seedOf } from '../kit/random-runs.ts'
import { requestsTo } from '../kit/requests.ts'
import { Bot } from './bot.ts'
import type { BotWallet } from './bot-wallet.ts'

const BLOCKS = 200
const STEPS = 1

/** The executor fills orders only at heights that are a multiple of this number. Until then, bots can cancel orders. */
const FILLS = 16

/** Depth of the deepest fork, and average number of blocks between forks. */
const [DEEPEST, FORK_EVERY] = [8, 12]

const countsOf = ({ chain }: Devnet, from: number) => {
  const [ids, spent] = [new Map<Hex, number>(), new Map<string, number>()]
  const count = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { json } of [...chain].slice(from)) {
    const { transactions = [] } = Object(parseLossless(String(json)))
    for (const { id, inputs } of transactions) {
      count(ids, id)
      for (const { transaction, index } of inputs) count(spent, `${transaction.id}:${index}`)
    }
  }
  return { ids, spent }
}

const timesSpent = ({ status, entityId }: ApiOrder): readonly [string, number] => {
  assert.ok(status === 'Pending' || status === 'Evaluated' || status === 'Refunded', status)
  return [entityId, status === 'Pending' ? 0 : 1]
}

const totalsOf = (values: readonly (readonly [unit: string, amount: bigint])[]) => {
  const totals = new Map<string, bigint>()
  for (const [unit, amount] of values) totals.set(unit, (totals.get(unit) ?? 0n) + amount)
  return new Map([...totals].sort())
}

/**
 * Compares a bot's wallet and history with the blocks. A transaction may be missing only if a fork dropped the transaction or one of its
 * inputs.
 * @returns the statuses of the bot's orders
 */
const check = async (bot: Bot, devnet: Devnet, { ids, spent }: ReturnType<typeof countsOf>) => {
  const orders = await bot.orders()
  const inChain = (sent: readonly Hex[]): string[] => sent.filter((id) => ids.has(id)).map((id) => `${id}:0`)
  assert.deepEqual(orders.map(({ entityId }) => entityId).sort(), inChain(bot.placed).sort())
  for (const id of bot.sent) {
    const isLost = decodeTransaction(bot.wallet.cborOf(id)).inputs.every(
      (input) => devnet.ledger.utxo.get(input) !== undefined,
    )
    assert.deepEqual([ids.get(id) ?? 1, isLost], [1, false], id)
  }
  for (const [entityId, times] of orders.map(timesSpent))
    assert.equal(spent.get(entityId) ?? 0, times, entityId)
  const refunded = orders.filter(({ status }) => status === 'Refunded').map(({ entityId }) => entityId)
  const cancelled = bot.cancelled.filter(([, id]) => ids.has(id)).map(([order]) => order)
  assert.deepEqual(refunded.sort(), inChain(cancelled).sort())
  const listed = (await bot.outputs()).flatMap(({ value }) =>
    value.map(({ unit, amount }) => [unit, BigInt(amount)] as const),
  )
  const held = devnet.ledger.utxo
    .at(bot.address)
    .flatMap(({ output: { lovelace, assets = [] } }) => [
      ['lovelace', lovelace] as const,
      ...assets.map(({ asset, quantity }) => [asset, quantity] as const),
    ])
  assert.deepEqual(totalsOf(listed), totalsOf(held))
  return orders.map(({ status }) => status)
}

/** @returns the number of steps and the depths of the forks */
const makeBlocks = async (
  devnet: Devnet,
  service: WatchedService,
  bots: readonly Bot[],
  random: () => number,
) => {
  const forks: number[] = []
  let steps = 0
  let stepped = (): void => {}
  let isOver = false
  const trading = Promise.all(
    bots.map(async (bot) => {
      while (!isOver) {
        await bot.step()
        steps++
        stepped()
      }
    }),
  )
  try {
    for (let made = 0; made < BLOCKS; made++) {
      const enough = steps + STEPS
      const some = new Promise<void>((resolve) => {
        stepped = () => steps >= enough && resolve()
      })
      await Promise.race([some, trading])
      const depth = made >= DEEPEST && random() < 1 / FORK_EVERY ? 1 + Math.floor(random() * DEEPEST) : 0
      if (depth > 0) forks.push(depth)
      devnet.ledger.rollBack(depth)
      for (let n = 0; n <= depth; n++) devnet.makeBlock()
      await untilAt(service, devnet.chain)
    }
  } finally {
    isOver = true
  }
  await trading
  return { steps, forks }
}

/** Makes blocks until all waiting transactions are in blocks. Nobody fills orders in these blocks. */
const settle = async (devnet: Devnet, service: WatchedService, bots: readonly Bot[], from: number) => {
  const empty = async (): Promise<void> => {
    do devnet.ledger.makeBlock()
    while (devnet.ledger.mempool.length > 0)
    await untilAt(service, devnet.chain)
  }
  await empty()
  const { ids } = countsOf(devnet, from)
  for (const { sent, wallet } of bots) for (const id of sent) if (!ids.has(id)) await wallet.repeat(id)
  await empty()
}

export const tradeForBlocks = async (
  t: TestContext,
  walletsOf: (requests: ReturnType<typeof requestsTo>, seed: number) => Promise<readonly BotWallet[]>,
) => {
  const seed = seedOf(t)
  const { recording, time } = await endOfRecording()
  const devnet: Devnet = await startStillDevnet({
    seed: `bots ${seed}`,
    recording,
    clock: () => time,
    change: (actors) => ({ act: () => void (devnet.chain.length % FILLS === 0 && actors.act()) }),
  })
  t.after(() => devnet.close())
  const from = devnet.chain.length
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    DATA_DIR: (await foldedRecording(t)).dataDir,
    MAX_TIP_AGE: '999999999999',
  })
  const { amms, curves } = readMarket(devnet.ledger)
  const [amm = assert.fail(), curve = assert.fail()] = [[...amms.keys()][0], [...curves.keys()][0]]
  const requests = requestsTo(service.url)
  const wallets = await walletsOf(requests, seed)
  assert.equal(wallets.length, 10)
  const bots = wallets.map((wallet, n) => new Bot(requests, { amm, curve }, wallet, seed + n))
  const gifts = bots.flatMap(({ address }) => Array(5).fill({ address, lovelace: 500_000_000n }))
  payFromFaucet(devnet.ledger, gifts)
  devnet.makeBlock()
  await untilAt(service, devnet.chain)
  const { steps, forks } = await makeBlocks(devnet, service, bots, randomFrom(seed))

  await settle(devnet, service, bots, from)
  const counts = countsOf(devnet, from)
  const statuses = new Map<string, number>()
  for (const bot of bots)
    for (const status of await check(bot, devnet, counts))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const sum = (of: (bot: Bot) => number): number => bots.reduce((total, bot) => total + of(bot), 0)
  const built = sum((bot) => bot.built)
  const dropped = sum(({ sent }) => sent.filter((id) => !counts.ids.has(id)).length)
  t.diagnostic(
    `${steps} steps: ${sum(({ placed }) => placed.length)} orders signed, ${built} of them in transactions of libraries, ` +
      `${dropped} transactions dropped by forks for ever, ` +
      `${JSON.stringify(Object.fromEntries(statuses))}, ${sum(({ repeated }) => repeated)} repeated, ` +
      `${sum(({ refused }) => refused)} refused; forks of ${forks.join(', ')} blocks`,
  )
  assert.ok((statuses.get('Evaluated') ?? 0) > 30 && (statuses.get('Refunded') ?? 0) > 3)
  assert.ok(sum(({ repeated }) => repeated) > 10 && forks.length > 5)
  assert.ok(dropped <= sum(({ sent }) => sent.length) / 10, `${dropped} dropped`)
  return { built, sent: bots.map(({ sent }) => sent.length) }
}
