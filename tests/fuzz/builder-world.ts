// Setup for requests to the transaction builder: a devnet that makes blocks on demand, a real service that follows it in a process of its
// own, and accounts with coins.
import { setTimeout as sleep } from 'node:timers/promises'
import { readMarket } from '../../devnet/actors/market.ts'
import { FAUCET } from '../../devnet/actors/people.ts'
import { type Account, namedAccount } from '../../devnet/actors/wallet/account.ts'
import { coinsAt } from '../../devnet/actors/wallet/coins.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import type { Ledger } from '../../devnet/ledger/ledger.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { type ServiceProcess, startServiceProcess } from '../harness/service-process.ts'
import { payFromFaucet, startStillMarket } from '../harness/still-devnet.ts'
import { freePort } from '../kit/free-port.ts'
import { Finding } from './finding.ts'

/** Each account makes one request at a time. */
const ACCOUNTS = 8

const ADA = 1_000_000n

/** Lovelace of a coin, coins per payment, and number of coins below which an account gets more. */
const COIN = 150n * ADA
const COINS = 8
const FEW_COINS = 4

/** So long that the wait before a cancellation is only a few blocks. */
const BLOCK_TIME_MS = 120_000

const TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 5

export class BuilderWorld {
  readonly accounts: readonly Account[] = Array.from({ length: ACCOUNTS }, (_, n) =>
    namedAccount(`fuzz ${n}`),
  )
  readonly #devnet: Devnet
  readonly #service: ServiceProcess
  readonly #adminUrl: string
  readonly #ahead: { time: number }
  #tokens: readonly AssetId[] = []

  private constructor(devnet: Devnet, service: ServiceProcess, adminUrl: string, ahead: { time: number }) {
    this.#devnet = devnet
    this.#service = service
    this.#adminUrl = adminUrl
    this.#ahead = ahead
  }

  static async start(seed: number, dataDir: string): Promise<BuilderWorld> {
    const ahead = { time: 0 }
    const clock = () => Date.now() + ahead.time
    const devnet = await startStillMarket({ seed: `fuzz ${seed}`, clock })
    const adminPort = await freePort()
    const service = await startServiceProcess({
      OGMIOS_URL: devnet.url,
      NETWORK: 'devnet',
      DATA_DIR: dataDir,
      ADMIN_PORT: String(adminPort),
    })
    const world = new BuilderWorld(devnet, service, `http://127.0.0.1:${adminPort}`, ahead)
    await world.makeBlock(true)
    return world
  }

  /** Sends the request again if the service closed the connection before the response. */
  async fetch(path: string, init: RequestInit = {}, patience = TIMEOUT_MS): Promise<Response> {
    const send = (): Promise<Response> =>
      fetch(`http://127.0.0.1:${this.#service.port}${path}`, {
        ...init,
        signal: AbortSignal.timeout(patience),
      })
    return await send().catch((error: unknown) => {
      if (error instanceof TypeError && this.#service.ended() === undefined) return send()
      throw error
    })
  }

  now(): number {
    return Date.now() + this.#ahead.time
  }

  get ledger(): Ledger {
    return this.#devnet.ledger
  }

  get tokens(): readonly AssetId[] {
    return this.#tokens
  }

  /**
   * An account with few coins gets more.
   * @param act whether orders are filled before the block
   */
  async makeBlock(act: boolean): Promise<void> {
    this.#ahead.time += BLOCK_TIME_MS
    this.#giveCoins()
    if (act) this.#devnet.makeBlock()
    else this.ledger.makeBlock()
    const { curves, amms } = readMarket(this.ledger)
    this.#tokens = [...curves.keys(), ...amms.keys()]
    await this.#followed()
  }

  #giveCoins(): void {
    const poor = this.accounts.filter(({ address }) => coinsAt(this.ledger, address).utxos.length < FEW_COINS)
    const outputs = poor.flatMap(({ address }) =>
      Array.from({ length: COINS }, () => ({ address, lovelace: COIN })),
    )
    const coins = coinsAt(this.ledger, FAUCET.address)
    if (outputs.length > 0 && coins.utxos.length > 0) payFromFaucet(this.ledger, outputs)
  }

  async #followed(): Promise<void> {
    const wanted = `"models":{"slot":${this.ledger.chain.last?.point.slot},`
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
      if (this.#service.ended() !== undefined)
        throw new Finding('the service runs', `${this.#service.ended()}`)
      const status = await (await this.fetch('/status')).text()
      if (status.includes(wanted)) return
      await sleep(POLL_INTERVAL_MS)
    }
    throw new Finding('the service follows the chain', 'its models do not reach the tip')
  }

  async checkMetrics(): Promise<void> {
    const text = await (await fetch(`${this.#adminUrl}/metrics`)).text()
    for (const [name, rule] of [
      ['launchpad_builder_overdue_total', "the builder's thread is never restarted"],
      ['launchpad_unexpected_errors_total{in="http"}', 'there is no unexpected exception'],
    ] as const) {
      const value = text.split('\n').find((line) => line.startsWith(`${name} `))
      if (value !== `${name} 0`) throw new Finding(rule, `${value}`)
    }
  }

  async close(): Promise<string | undefined> {
    const complaint = await this.#service.end()
    await this.#devnet.close()
    return complaint
  }
}
