// A service in its own process that follows a live devnet. It serves an image, and honest traders have waiting orders.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentIdOf } from '../../api/images/content-id.ts'
import { readMarket } from '../../devnet/actors/market.ts'
import { namedAccount } from '../../devnet/actors/wallet/account.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import type { Hex } from '../../schema/primitives.ts'
import { imagesDir } from '../../scripts/service/settings/data-directory.ts'
import { type ServiceProcess, startReady } from '../harness/service-process.ts'
import { payFromFaucet } from '../harness/still-devnet.ts'
import { untilFollowed } from '../kit/until.ts'
import { HonestTrader } from './honest-trader.ts'

const ADA = 1_000_000n

/** Slots until a waiting order may be cancelled, plus a margin. A slot is one second. */
const WAITING = 1_210

/** A purchase that raises the price so much that earlier orders wait. */
const LIFT = 6_000n * ADA

/** The functions are called in reverse order. */
export type Closers = (() => unknown)[]

interface StageOptions {
  /** The stage makes its blocks, one per second. */
  readonly devnet: Devnet
  readonly dataDir: string
  /** Each trader buys a token of its own. */
  readonly traders: number
  readonly waiting: number
  /** A trader has slightly more coins than waiting orders. */
  readonly coin: bigint
  readonly image: Buffer
  readonly env?: Readonly<Record<string, string>>
  readonly closers: Closers
}

interface Stage {
  readonly service: ServiceProcess
  readonly traders: readonly HonestTrader[]
  readonly imagePath: string
  readonly cid: string
  stopBlocks(): void
}

const pay = ({ ledger }: Devnet, { account }: HonestTrader, lovelace: bigint, count: number): void => {
  payFromFaucet(
    ledger,
    Array.from({ length: count }, () => ({ address: account.address, lovelace })),
  )
  ledger.makeBlock()
}

/** Builds the orders before another trader raises the price, and submits them afterwards. */
const placeWaiting = async (trader: HonestTrader, other: HonestTrader, count: number): Promise<void> => {
  const built: string[] = []
  for (let n = 0; n < count; n++) built.push((await trader.build(10n * ADA, '15')).cbor)
  await other.buy(LIFT)
  for (const cbor of built) trader.open.push(await trader.send(cbor))
}

/** Advances the time until the waiting orders may be cancelled, then makes a block every second. */
export const setStage = async (options: StageOptions): Promise<Stage> => {
  const { devnet, dataDir, waiting, coin, image, env, closers } = options
  // The curves with the least lovelace are far from their end.
  const tokens = [...readMarket(devnet.ledger).curves]
    .sort(([, one], [, other]) => Number(one.lovelace - other.lovelace))
    .slice(0, options.traders)
    .map(([token]) => token)
  const cid = await contentIdOf(image)
  const imagePath = join(imagesDir(dataDir), cid)
  mkdirSync(imagesDir(dataDir), { recursive: true })
  writeFileSync(imagePath, image)
  const service = await startReady({
    OGMIOS_URL: devnet.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://launchpad.example',
    ...env,
  })
  closers.push(() => service.end())
  const { port, url } = service

  let timer = setInterval(() => devnet.makeBlock(), 100)
  closers.push(() => clearInterval(timer))
  const isOnChain = (id: Hex): boolean =>
    devnet.ledger.mempool.some((transaction) => transaction.id === id) ||
    [...devnet.chain].some(({ json }) => json.includes(id))
  const pairs = tokens.map((token, n) => ({
    trader: new HonestTrader(port, namedAccount(`honest trader ${n}`), token, isOnChain),
    other: new HonestTrader(port, namedAccount(`other trader ${n}`), token, isOnChain),
  }))
  for (const { trader, other } of pairs) {
    pay(devnet, trader, coin, waiting + 20)
    pay(devnet, other, LIFT + 100n * ADA, 1)
  }
  await untilFollowed(url, devnet.chain.last?.point.slot)
  await Promise.all(pairs.map(({ trader, other }) => placeWaiting(trader, other, waiting)))
  clearInterval(timer)
  devnet.ledger.makeBlock(devnet.makeBlock().point.slot + WAITING)
  await untilFollowed(url, devnet.chain.last?.point.slot)
  timer = setInterval(() => devnet.makeBlock(), 1_000)
  const stopBlocks = (): void => clearInterval(timer)
  return { service, traders: pairs.map(({ trader }) => trader), imagePath, cid, stopBlocks }
}
