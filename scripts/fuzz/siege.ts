// A siege: all attacks of hostile readers and of a hostile builder client at once on a service with a live devnet. At the same
// time there are honest traders, whose orders are followed to their end, and a client that reads charts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentIdOf } from '../../api/images/content-id.ts'
import { readMarket } from '../../fixtures/devnet/actors/market.ts'
import { namedAccount } from '../../fixtures/devnet/actors/wallet/account.ts'
import type { Devnet } from '../../fixtures/devnet/devnet.ts'
import { largeImage } from '../../fixtures/hostile/http/heavy-requests.ts'
import { untilFollowed } from '../../fixtures/testing/until.ts'
import { startChild } from '../bench/kit/child.ts'
import { quantile } from '../bench/kit/table.ts'
import { imagesDir } from '../service/settings/data-directory.ts'
import { withScratch } from '../testing/scratch.ts'
import { type ServiceProcess, startReady } from '../testing/service-process.ts'
import { payFromFaucet, startStillMarket } from '../testing/still-devnet.ts'
import { HonestTrader } from './honest-trader.ts'
import type { AttackerRequest, Done } from './siege-attacker.ts'
import { ATTACKS, type Attack } from './siege-attacks.ts'
import type { HonestAnswer, HonestRequest } from './siege-reader.ts'

interface SiegeReport {
  /** Failures; empty if there were none. */
  readonly failures: readonly string[]
  readonly filled: number
  readonly takenBack: number
  /** 99th percentile of the charts client's latency in milliseconds, without attackers and with them. */
  readonly idle: number
  readonly under: number
  /** Peak resident bytes of the service in each tenth of the siege; empty if the system does not report them. */
  readonly memory: readonly number[]
  readonly attacks: Partial<Record<Attack, Done>>
}

const ADA = 1_000_000n
const TRADERS = 3

/** Slots until a waiting order may be cancelled, with a margin. A slot is one second. */
const WAITING = 1_210

/** Purchase in lovelace that increases a token's price so much that earlier orders wait. */
const LIFT = 6_000n * ADA

/** Maximum ratio of the memory at the end of a siege to the memory in its middle. */
const FLAT = 1.25

/** Minimum duration of a siege in seconds for a check of its memory, which grows at the beginning. */
const STEADY = 60

/** Pays a number of outputs from the faucet, in a block of their own. */
const pay = ({ ledger }: Devnet, { account }: HonestTrader, lovelace: bigint, count: number): void => {
  payFromFaucet(
    ledger,
    Array.from({ length: count }, () => ({ address: account.address, lovelace })),
  )
  ledger.makeBlock()
}

/** Places orders that wait: they are built before another trader increases the price, and submitted afterwards. */
const placeWaiting = async (trader: HonestTrader, other: HonestTrader, count: number): Promise<void> => {
  const built: string[] = []
  for (let n = 0; n < count; n++) built.push((await trader.build(10n * ADA, '15')).cbor)
  await other.buy(LIFT)
  for (const cbor of built) trader.open.push(await trader.send(cbor))
}

/** Peak memory in each tenth of the time. */
const watchMemory = (service: ServiceProcess, seconds: number) => {
  const tenths: number[] = []
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const now = service.memory()?.now
    const tenth = Math.floor((performance.now() - startedAt) / (seconds * 100))
    if (now !== undefined && tenth < 10) tenths[tenth] = Math.max(tenths[tenth] ?? 0, now)
  }, 100)
  return () => {
    clearInterval(timer)
    return tenths
  }
}

interface Stage {
  readonly service: ServiceProcess
  /** Path of a request for a chart. */
  readonly chart: string
  readonly traders: readonly HonestTrader[]
  /** Facts about the chain that the attackers know. */
  readonly targets: Pick<
    AttackerRequest & { readonly kind: 'begin' },
    'port' | 'imagePath' | 'cid' | 'market'
  >
}

/** Functions that end the started parts, called in reverse order. */
type Closers = (() => unknown)[]

/** Starts a devnet with a block every second, a service that follows it, and traders with waiting orders. */
const setStage = async (
  dataDir: string,
  waiting: number,
  closers: Closers,
  onError: (error: unknown) => void,
): Promise<Stage> => {
  const devnet = await startStillMarket({ seed: 'siege', onError })
  closers.push(() => devnet.close())
  const tokens = [...readMarket(devnet.ledger).curves.keys()].slice(0, TRADERS)
  const image = largeImage()
  const cid = await contentIdOf(image)
  const imagePath = join(imagesDir(dataDir), cid)
  mkdirSync(imagesDir(dataDir), { recursive: true })
  writeFileSync(imagePath, image)
  const service = await startReady({
    OGMIOS_URL: devnet.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://launchpad.example',
  })
  closers.push(() => service.end())
  const { port, url } = service

  let timer = setInterval(() => devnet.makeBlock(), 100)
  closers.push(() => clearInterval(timer))
  const pairs = tokens.map((token, n) => ({
    trader: new HonestTrader(port, namedAccount(`honest trader ${n}`), token),
    other: new HonestTrader(port, namedAccount(`other trader ${n}`), token),
  }))
  for (const { trader, other } of pairs) {
    pay(devnet, trader, 60n * ADA, waiting + 20)
    pay(devnet, other, LIFT + 100n * ADA, 1)
  }
  await untilFollowed(url, devnet.chain.last?.point.slot)
  await Promise.all(pairs.map(({ trader, other }) => placeWaiting(trader, other, waiting)))
  const traders = pairs.map(({ trader }) => trader)
  clearInterval(timer)
  devnet.ledger.makeBlock(devnet.makeBlock().point.slot + WAITING)
  await untilFollowed(url, devnet.chain.last?.point.slot)
  timer = setInterval(() => devnet.makeBlock(), 1_000)

  const [first] = traders
  const txHash = first?.open.shift()
  if (first === undefined || txHash === undefined) throw new Error('no order waits')
  const { cbor } = await first.build(10n * ADA, 'infinity')
  const market = { token: first.token, order: { txHash, owner: first.address }, cbor }
  const now = Math.floor(Date.now() / 1_000)
  const chart = `/v1/charts/history?base=${first.token}&quote=.&resolution=min1&from=${now - 86_400}&to=${now + 86_400}`
  return { service, traders, chart, targets: { port, imagePath, cid, market } }
}

/**
 * Besieges a service.
 * @param seconds duration of the attack
 * @param waiting number of waiting orders of each trader, most of which are cancelled during the siege; at least 2
 */
export const besiege = (seconds: number, waiting: number): Promise<SiegeReport> =>
  withScratch((dataDir) => besiegeIn(dataDir, seconds, waiting), 'besieged-')

const besiegeIn = async (dataDir: string, seconds: number, waiting: number): Promise<SiegeReport> => {
  const failures: string[] = []
  const closers: Closers = []
  let isOver = false
  try {
    const onError = (error: unknown): unknown => failures.push(`the devnet: ${error}`)
    const { service, traders, chart, targets } = await setStage(dataDir, waiting, closers, onError)
    const trading = traders.map((trader) => trader.trade(() => isOver, (seconds * 800) / waiting))
    const honest = startChild('../fuzz/siege-reader.ts')
    const attacker = startChild('../fuzz/siege-attacker.ts')
    closers.push(
      () => honest.end(),
      () => attacker.end(),
    )
    const read = (during: number): Promise<HonestAnswer> => {
      const request: HonestRequest = { port: targets.port, path: chart, seconds: during }
      return honest.ask<HonestAnswer>(request)
    }
    const idle = await read(Math.max(1, Math.min(20, seconds / 4)))
    for (const attack of ATTACKS) {
      const request: AttackerRequest = { kind: 'begin', attack, ...targets }
      await attacker.ask(request)
    }
    const memoryUntilNow = watchMemory(service, seconds)
    const under = await read(seconds)
    const memory = memoryUntilNow()
    const end: AttackerRequest = { kind: 'end' }
    const attacks = await attacker.ask<SiegeReport['attacks']>(end)
    isOver = true
    await Promise.all(trading)

    const [middle, last] = [Math.max(...memory.slice(0, 5)), Math.max(...memory.slice(5))]
    if (seconds >= STEADY && last > middle * FLAT)
      failures.push(`memory grew from ${middle} to ${last} bytes in the second half`)
    if (under.failed > 0)
      failures.push(`${under.failed} reads of charts failed: ${under.problems.join(', ')}`)
    failures.push(...traders.flatMap((trader) => trader.failures))
    const complaint = service.ended() ?? (await service.end())
    if (complaint !== undefined) failures.push(complaint)
    return {
      failures,
      filled: traders.reduce((sum, { filled }) => sum + filled, 0),
      takenBack: traders.reduce((sum, { takenBack }) => sum + takenBack, 0),
      idle: quantile(idle.times, 0.99),
      under: quantile(under.times, 0.99),
      memory,
      attacks,
    }
  } finally {
    isOver = true
    for (const close of closers.reverse()) await close()
  }
}
