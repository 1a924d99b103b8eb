// One course of hostile blocks through the whole service (Ogmios on loopback, follower, log, projector, models, HTTP) while the
// chain grows and forks. At intervals the chain stops and all rules are checked; at the end the models must equal those of
// the canonical chain alone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from '@sinclair/typebox'
import { Random } from '../../fixtures/devnet/actors/random.ts'
import { Chain } from '../../fixtures/devnet/chain/chain.ts'
import type { ChainBlock } from '../../fixtures/devnet/chain/chain-block.ts'
import { startOgmiosServer } from '../../fixtures/devnet/ogmios/ogmios-server.ts'
import { HostileChain } from '../../fixtures/hostile/hostile-chain.ts'
import { RawLedger } from '../../fixtures/hostile/raw-ledger.ts'
import { scanState } from '../../projections/engine/table/scan.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import type { StatusSchema } from '../../schema/answers/operations.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { formatPoint } from '../../schema/primitives.ts'
import { type Service, startService } from '../service/service.ts'
import { loadOperations } from '../service/settings/configs.ts'
import { modelsPath } from '../service/settings/data-directory.ts'
import { checkAnswers } from './check-answers.ts'
import { checkModels } from './check-models.ts'
import { Finding } from './finding.ts'
import { foldPath, type Step } from './fold-path.ts'

/** Milliseconds without progress until the course fails, and between two checks of the progress. */
const PATIENCE = 60_000
const LOOK = 10

/** Blocks between two checks of all rules. */
const CHECK_EVERY = 250

/** Pools whose charts are requested in a check, and in the last one. */
const POOLS_ASKED = 4
const POOLS_ASKED_LAST = 25

const DEEPEST_FORK = 12

/** Probability that the service is restarted after a burst of blocks. */
const RESTART = 0.005

export interface CourseOptions {
  readonly seed: number
  /** Number of blocks to make, including blocks of abandoned forks. */
  readonly blocks: number
  /** An empty directory for log and models. */
  readonly dataDir: string
  readonly onProgress?: (made: number) => void
  /** Signal that ends the course between blocks; the course is then checked in its current state. */
  readonly signal?: AbortSignal
}

export interface CourseReport {
  readonly made: number
  readonly forks: number
  readonly transactions: number
  readonly pools: number
  readonly trades: number
}

type Status = Static<typeof StatusSchema>

export class Course {
  readonly #options: CourseOptions
  readonly #operations: OperationsConfig
  readonly #world: HostileChain
  readonly #chain: Chain
  readonly #random: Random
  /** Every step that a follower may have seen. */
  readonly #path: Step[] = []
  #service: Service | undefined
  #failure: Error | undefined
  #made = 0
  #forks = 0

  constructor(options: CourseOptions) {
    const { seed } = options
    this.#options = options
    this.#operations = loadOperations(readSettings({}, []).settings, 'mainnet')
    this.#world = new HostileChain(seed, this.#operations, seed % 2 === 0 ? 'byron' : 'later')
    this.#random = new Random(`course ${seed}`)
    this.#chain = new Chain([this.#world.first])
    this.#path.push({ kind: 'forward', block: this.#world.first })
  }

  /** @throws {Finding} for the first check that fails */
  async run(): Promise<CourseReport> {
    const server = await startOgmiosServer({ network: 'mainnet', chain: this.#chain })
    try {
      this.#service = await this.#start(server.url)
      await this.#grow(server.url)
      return await this.#checkLast()
    } finally {
      await this.#service?.close()
      await server.close()
    }
  }

  async #start(url: string): Promise<Service> {
    const { settings } = readSettings(
      {
        OGMIOS_URL: url,
        NETWORK: 'mainnet',
        START_POINT: this.#world.earlierPools.length === 0 ? 'origin' : formatPoint(this.#world.first.point),
        DATA_DIR: this.#options.dataDir,
        PORT: '0',
        LOG_LEVEL: 'silent',
        // The chain is as old as its first slot.
        MAX_TIP_AGE: '999999999999',
      },
      [],
    )
    const service = await startService(settings)
    void service.failed.then((error) => {
      this.#failure = error
    })
    return service
  }

  get #url(): string {
    return this.#service?.url ?? ''
  }

  async #grow(url: string): Promise<void> {
    const { blocks, onProgress, signal } = this.#options
    let checked = 0
    while (this.#made < blocks && signal?.aborted !== true) {
      this.#append(this.#random.integer(1, 8))
      // Blocks mostly arrive faster than they are followed; sometimes the follower waits at the tip before a fork.
      if (this.#random.chance(0.1)) await this.#untilAtTip()
      else await sleep(this.#random.integer(0, 2))
      const isAway = this.#random.chance(RESTART)
      // Changes of the chain meanwhile are found when the service follows it again.
      if (isAway) await this.#stop()
      if (this.#random.chance(0.3)) this.#fork()
      if (isAway) this.#service = await this.#start(url)
      onProgress?.(this.#made)
      if (this.#made - checked < CHECK_EVERY) continue
      checked = this.#made
      await this.#check(POOLS_ASKED)
    }
  }

  async #stop(): Promise<void> {
    if (this.#failure !== undefined) throw this.#located(this.#failure)
    await this.#service?.close()
    this.#service = undefined
  }

  /**
   * Appends at least one block, and at most the remaining number. One is needed, because a follower that connects to a shorter
   * chain rolls back only when that chain has a new block.
   */
  #append(count: number): void {
    const { last } = this.#chain
    if (last === undefined) throw new Error('a chain without blocks')
    const blocks = this.#world.blocksAfter(
      last,
      Math.max(1, Math.min(count, this.#options.blocks - this.#made)),
    )
    for (const block of blocks) this.#push(block)
    this.#made = Math.min(this.#made + blocks.length, this.#options.blocks)
  }

  #push(block: ChainBlock): void {
    this.#chain.append(block)
    this.#path.push({ kind: 'forward', block })
  }

  /** Replaces some blocks by others; sometimes the replaced blocks win again. */
  #fork(): void {
    const depth = Math.min(this.#random.integer(1, DEEPEST_FORK), this.#chain.length - 1)
    if (depth < 1) return
    this.#forks += 1
    const left = this.#rollBack(depth)
    const { last } = this.#chain
    if (last !== undefined && this.#random.chance(0.3))
      for (const block of this.#world.sameAgain(last, left)) this.#push(block)
    else this.#append(this.#random.integer(1, DEEPEST_FORK))
    if (this.#random.chance(0.8)) {
      this.#world.forget(left)
      return
    }
    const taken = this.#chain.length - 1 - this.#index(left[0])
    this.#world.forget(this.#rollBack(taken))
    for (const block of left) this.#push(block)
  }

  /** Index of a block's parent on the chain. */
  #index(block: ChainBlock | undefined): number {
    for (let index = this.#chain.length - 1; index >= 0; index -= 1)
      if (this.#chain.at(index)?.point.id === block?.parent) return index
    throw new Error('a block that follows none of the chain')
  }

  #rollBack(depth: number): ChainBlock[] {
    const left = this.#chain.rollBack(depth)
    const { last } = this.#chain
    if (last !== undefined) this.#path.push({ kind: 'backward', block: last })
    return left
  }

  async #untilAtTip(): Promise<Status> {
    const tip = this.#chain.last
    const end = Date.now() + PATIENCE
    for (;;) {
      if (this.#failure !== undefined) throw this.#located(this.#failure)
      const status = (await (await fetch(`${this.#url}/status`)).json()) as Status
      if (status.state === 'stopped') throw this.#located(new Error(`${status.problem}`))
      if (status.models?.id === tip?.point.id && status.state === 'following') return status
      if (Date.now() > end)
        throw new Finding('the tip is reached', `it stands at ${JSON.stringify(status)}`, tip)
      await sleep(LOOK)
    }
  }

  /** Finds the block that ended the service by folding the same steps one by one. */
  #located(cause: Error): Finding {
    try {
      foldPath(this.#path, this.#operations, () => {})
    } catch (error) {
      if (error instanceof Finding) return error
      throw error
    }
    return new Finding('no exception on the way', `${cause.stack}`, undefined, cause)
  }

  *#canonical(): Generator<ChainBlock> {
    for (let index = 0; index < this.#chain.length; index += 1) {
      const block = this.#chain.at(index)
      if (block !== undefined) yield block
    }
  }

  /** Checks all rules while the chain does not change, except that the models equal a fresh fold. */
  async #check(pools: number): Promise<Omit<CourseReport, 'made' | 'forks'>> {
    await this.#untilAtTip()
    const ledger = new RawLedger(this.#canonical())
    const database = new Sqlite(modelsPath(this.#options.dataDir), { readonly: true })
    try {
      for (const finding of checkModels(database, ledger, this.#operations, this.#world.earlierPools))
        throw finding
      await checkAnswers(this.#url, database, ledger, pools)
      const count = (table: string): number =>
        database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
      return { transactions: ledger.transactions.size, pools: count('pools'), trades: count('trades') }
    } finally {
      database.close()
    }
  }

  async #checkLast(): Promise<CourseReport> {
    const { digest } = await this.#untilAtTip()
    const counted = await this.#check(POOLS_ASKED_LAST)
    const tables = launchpadTables(this.#operations)
    const database = new Sqlite(modelsPath(this.#options.dataDir), { readonly: true })
    const rows = scanState(database, tables)
    database.close()
    const canonical: Step[] = [...this.#canonical()].map((block) => ({ kind: 'forward', block }))
    const straight = foldPath(canonical, this.#operations, (folded) => scanState(folded, tables))
    const differing = Object.keys(rows.tables).filter((name) => rows.tables[name] !== straight.tables[name])
    if (differing.length > 0 || digest !== straight.digest || digest !== rows.digest)
      throw new Finding(
        'forks leave no trace',
        `digest ${digest}, of the rows ${rows.digest}, of the canonical chain ${straight.digest}; tables ${differing}`,
        this.#chain.last,
      )
    return { made: this.#made, forks: this.#forks, ...counted }
  }
}
