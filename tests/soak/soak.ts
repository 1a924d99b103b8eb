// A soak: a service runs for minutes or hours under the load of a busy launchpad. The load has many feeds, readers of every route, traders
// and open pages. Meanwhile the chain forks, the clock is changed, and the process is stopped for two minutes. At the end, every state that
// a client followed must equal the responses. The service's digest must equal that of a service that saw only the final chain.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf } from '../../api/http/testing/check-response.ts'
import { Random } from '../../devnet/actors/random.ts'
import { LIVE_RATES } from '../../devnet/actors/rates.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { timeOfDay } from '../../schema/platform/clocks.ts'
import { type Child, startChild } from '../bench/kit/child.ts'
import { IMAGE, routeCalls } from '../contract/route-cases.ts'
import type { HonestTrader } from '../fuzz/honest-trader.ts'
import { type Closers, setStage } from '../fuzz/stage.ts'
import { FeedFollower, FOLLOWED_FEED } from '../harness/feed-follower.ts'
import { withScratch } from '../harness/scratch.ts'
import { type ServiceProcess, startReady } from '../harness/service-process.ts'
import { endOfRecording, startStillDevnet } from '../harness/still-devnet.ts'
import { until } from '../kit/until.ts'
import type { Read, SoakReport, SoakRequest } from './soak-clients.ts'
import { type OpenPages, openPages, type PageMemory } from './soak-pages.ts'

export interface SoakOptions {
  readonly seconds: number
  readonly seed: number
  readonly feeds: number
  readonly readsPerSecond: number
  readonly forks: number
  readonly hasPages: boolean
  onSample(sample: SoakSample): void
}

/** At the end of one tenth of the soak. */
export interface SoakSample extends SoakReport {
  readonly seconds: number
  readonly residentBytes: number
  readonly descriptors: number
  /** Blocks that the models lack. */
  readonly lag: number
  readonly pages: readonly PageMemory[]
}

interface SoakResult {
  readonly failures: readonly string[]
  readonly filled: number
  readonly takenBack: number
  /** Bytes per minute of resident memory in the last half, by regression. */
  readonly growthPerMinute: number
}

const TRADERS = 2
const TAKE_BACK_EVERY_MS = 60_000
const MOST_DEPTH = 20
const HOUR = 3_600_000
/** Shares of the soak's duration. */
const CLOCK_AHEAD = 0.25
const CLOCK_BACK = 0.35
const STOP = 0.5
const STOP_SECONDS = 120
const SAMPLES = 10
/** After the clients have left, so many may be open beside the maximum of the first half. */
const MORE_DESCRIPTORS = 10
const RUN_AGAIN = 1_000

/** @param values one per second; the slope is that of their second half, by least squares */
const slopeOf = (values: readonly number[]): number => {
  const last = values.slice(values.length >> 1)
  const middle = (last.length - 1) / 2
  const mean = last.reduce((sum, value) => sum + value, 0) / last.length
  const covariance = last.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  return covariance / last.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
}

/** Status 200 for a fixed token, order and wallet while the chain grows. */
const readsOf = async (url: string): Promise<Read[]> => {
  const callsOf = await routeCalls()
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId = '' }]) =>
      // Readiness depends on the machine's speed.
      (['getReadiness', 'getHealthcheck'].includes(operationId)
        ? []
        : callsOf({ method: method.toUpperCase(), path, operationId })
      ).flatMap(({ status, body, ...call }): Read[] => {
        if (status !== 200 || body instanceof FormData) return []
        const content = body === undefined ? {} : { body: JSON.stringify(body) }
        return [{ method: method.toUpperCase(), path: addressOf('', { path }, call), status, ...content }]
      }),
    ),
  )
}

class Soak {
  readonly failures: string[] = []
  readonly #options: SoakOptions
  readonly #dir: string
  readonly #closers: Closers = []
  readonly #residentBytes: number[] = []
  /** Maximum of the first half. */
  #descriptors = 0
  #filled = 0
  #takenBack = 0

  constructor(options: SoakOptions, dir: string) {
    this.#options = options
    this.#dir = dir
  }

  async run(): Promise<SoakResult> {
    try {
      await this.#run()
      const growthPerMinute = slopeOf(this.#residentBytes) * 60
      return { failures: this.failures, filled: this.#filled, takenBack: this.#takenBack, growthPerMinute }
    } finally {
      for (const close of this.#closers.reverse()) await close()
    }
  }

  async #run(): Promise<void> {
    const { seconds, seed, feeds, readsPerSecond } = this.#options
    const { recording } = await endOfRecording()
    const onError = (error: unknown): unknown => this.failures.push(`the devnet: ${error}`)
    const devnet = await startStillDevnet({
      seed: `${seed}`,
      rates: LIVE_RATES,
      recording,
      clock: timeOfDay,
      onError,
    })
    this.#closers.push(() => devnet.close())
    const dataDir = join(this.#dir, 'data')
    const clockFile = join(this.#dir, 'clock')
    writeFileSync(clockFile, '0')
    const { service, traders, stopBlocks } = await setStage({
      devnet,
      dataDir,
      traders: TRADERS,
      waiting: 2 + Math.ceil((seconds * 1_000) / TAKE_BACK_EVERY_MS),
      // A purchase of at most 10 ADA every ten seconds, and 60 ADA more.
      coin: BigInt(60 + seconds) * 1_000_000n,
      image: IMAGE.bytes,
      env: {
        ...FOLLOWED_FEED,
        CLOCK_FILE: clockFile,
        NODE_OPTIONS: `--import=${new URL('set-clock.mjs', import.meta.url).href}`,
      },
      closers: this.#closers,
    })
    const follower = new FeedFollower({ after: (close) => this.#closers.push(close) }, service.url)
    await follower.subscribe()
    const pages = this.#options.hasPages ? await openPages(service.url) : undefined
    if (typeof pages === 'string') throw new Error(pages)
    if (pages !== undefined) this.#closers.push(() => pages.close())
    const clients = startChild('../soak/soak-clients.ts')
    this.#closers.push(() => clients.end())
    const begin: SoakRequest = {
      kind: 'begin',
      url: service.url,
      feeds,
      readsPerSecond,
      reads: await readsOf(service.url),
      tokens: traders.map(({ token }) => token),
      address: traders[0]?.address ?? '',
    }
    await clients.call(begin)
    await this.#live(devnet, service, traders, clients, pages, clockFile)
    stopBlocks()
    await this.#judge(devnet, service, follower, pages)
    const last: SoakRequest = { kind: 'report', isLast: true }
    const { unexpected } = await clients.call<SoakReport>(last)
    for (const [what, count] of Object.entries(unexpected)) this.failures.push(`${count} times ${what}`)
    await clients.end()
    const most = this.#descriptors + MORE_DESCRIPTORS
    const isClosed = () => (service.descriptors() ?? 0) <= most
    await until(`a service with at most ${most} descriptors`, isClosed).catch((error) =>
      this.failures.push(`${error}, it has ${service.descriptors()}`),
    )
    const complaint = service.ended() ?? (await service.end())
    if (complaint !== undefined) this.failures.push(complaint)
  }

  async #live(
    devnet: Devnet,
    service: ServiceProcess,
    traders: readonly HonestTrader[],
    clients: Child,
    pages: OpenPages | undefined,
    clockFile: string,
  ): Promise<void> {
    const { seconds, seed, forks, onSample } = this.#options
    const random = new Random(`soak ${seed}`)
    const stopSeconds = Math.min(STOP_SECONDS, Math.ceil(seconds / 10))
    const at = (share: number): number => Math.floor(seconds * share)
    const resume = () => service.pause(false)
    this.#closers.push(resume)
    let trading = startTrading(traders)
    const startedAt = performance.now()
    for (let second = 1; second <= seconds; second++) {
      await sleep(Math.max(0, startedAt + second * RUN_AGAIN - performance.now()))
      if (second === at(CLOCK_AHEAD)) writeFileSync(clockFile, `${HOUR}`)
      if (second === at(CLOCK_BACK)) writeFileSync(clockFile, '0')
      if (second === at(STOP)) {
        await trading.stop()
        service.pause(true)
      }
      if (second === at(STOP) + stopSeconds) {
        resume()
        trading = startTrading(traders)
      }
      const isStopped = second >= at(STOP) && second < at(STOP) + stopSeconds
      if (Math.floor((second * forks) / seconds) > Math.floor(((second - 1) * forks) / seconds)) {
        const depth = random.integer(1, MOST_DEPTH)
        devnet.ledger.rollBack(depth)
        for (let made = 0; made <= depth; made++) devnet.makeBlock()
      }
      this.#residentBytes.push(service.memory()?.now ?? Number.NaN)
      if (second % Math.ceil(seconds / SAMPLES) !== 0 || isStopped) continue
      const request: SoakRequest = { kind: 'report', isLast: false }
      const report = await clients.call<SoakReport>(request)
      const { lag } = (await (await fetch(`${service.url}/status`)).json()) as {
        readonly lag: { readonly blocks: number }
      }
      const descriptors = service.descriptors() ?? 0
      if (second <= seconds / 2) this.#descriptors = Math.max(this.#descriptors, descriptors)
      const residentBytes = this.#residentBytes.at(-1) ?? Number.NaN
      const measured = (await pages?.measure()) ?? []
      onSample({ ...report, seconds: second, residentBytes, descriptors, lag: lag.blocks, pages: measured })
    }
    await trading.stop()
    for (const { failures, filled, takenBack } of traders) {
      this.failures.push(...failures)
      this.#filled += filled
      this.#takenBack += takenBack
    }
  }

  async #judge(
    devnet: Devnet,
    service: ServiceProcess,
    follower: FeedFollower,
    pages: OpenPages | undefined,
  ): Promise<void> {
    const { tip } = devnet.chain
    const id = tip === 'origin' ? tip : tip.id
    const digestOf = ({ url }: ServiceProcess): Promise<string> =>
      until(`block ${id} in ${url}`, async () => {
        const { models, digest } = (await (await fetch(`${url}/status`)).json()) as {
          readonly models: { readonly id: string } | null
          readonly digest: string | null
        }
        return models?.id === id && digest !== null && digest
      })
    const digest = await digestOf(service)
    const note = (error: unknown): unknown =>
      this.failures.push(error instanceof Error ? `${error.message}: ${error.cause}` : `${error}`)
    await follower.assertSameAsHttp().catch(note)
    await pages?.assertSameAsNew().catch(note)
    const other = await startReady({ OGMIOS_URL: devnet.url, DATA_DIR: join(this.#dir, 'other') })
    const expected = await digestOf(other)
    if (digest !== expected) this.failures.push(`digest ${digest} instead of ${expected}`)
    const complaint = await other.end()
    if (complaint !== undefined) this.failures.push(complaint)
  }
}

const startTrading = (traders: readonly HonestTrader[]) => {
  let isOver = false
  const ended = Promise.all(traders.map((trader) => trader.trade(() => isOver, TAKE_BACK_EVERY_MS)))
  return {
    /** Resolves when no trader waits for an order. */
    stop: () => {
      isOver = true
      return ended
    },
  }
}

export const soak = (options: SoakOptions): Promise<SoakResult> =>
  withScratch((dir) => new Soak(options, dir).run(), 'soak-')
