// One episode of the simulation: hostile blocks through follower, log, fold and API, while the chain grows and forks, the node and
// the way to it fail, disks fail, and the indexer is killed between any two writes, loses its power, or is started again. All of it is
// drawn from one seed. When every fault has passed, the judges look: none of them shares code with what it judges, but for the fold of
// the final chain alone, whose digest is that of every path to it.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { Random } from '../../fixtures/devnet/actors/random.ts'
import { Chain } from '../../fixtures/devnet/chain/chain.ts'
import type { ChainBlock } from '../../fixtures/devnet/chain/chain-block.ts'
import { type OgmiosServer, startOgmiosServer } from '../../fixtures/devnet/ogmios/ogmios-server.ts'
import { HostileChain } from '../../fixtures/hostile/hostile-chain.ts'
import { RawLedger } from '../../fixtures/hostile/raw-ledger.ts'
import { differing, scanState } from '../../projections/engine/table/scan.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { checkAnswers } from '../fuzz/check-answers.ts'
import { checkModels } from '../fuzz/check-models.ts'
import { Finding } from '../fuzz/finding.ts'
import { foldPath, type Step } from '../fuzz/fold-path.ts'
import type { IndexerTask } from '../service/indexing/start-indexing.ts'
import { type Service, startService } from '../service/service.ts'
import { loadOperations } from '../service/settings/configs.ts'
import { modelsPath } from '../service/settings/data-directory.ts'
import { DISK_ERRORS, type DiskError, type FaultyDisk } from './faulty-disk.ts'
import { filesAfterKill, filesAfterPowerCut } from './files-after.ts'
import { Life, type Look } from './life.ts'
import { NODE_FAULTS } from './node-faults.ts'
import { Witness } from './witness.ts'

/** Milliseconds without progress until an episode fails, and between two looks at it. */
const PATIENCE = 30_000
const LOOK = 20

/** Most blocks of an ordinary fork. */
const FORK = 12

/** Pools whose charts are asked for at the end. */
const POOLS_ASKED = 5

/** Most writes between the decision for a fault of the disk and the fault. */
const WRITES = 400

export interface EpisodeOptions {
  readonly seed: number
  /** Blocks to make, those of abandoned forks among them. */
  readonly blocks: number
  /** An empty directory. */
  readonly directory: string
  readonly disk: FaultyDisk
  readonly onProgress?: (made: number) => void
  readonly signal?: AbortSignal
}

/** How often each fault met the indexer in each state, as `fault | state`. */
export type Met = Map<string, number>

export interface EpisodeReport {
  readonly made: number
  readonly forks: number
  readonly lives: number
  readonly transactions: number
  readonly pools: number
  readonly trades: number
  readonly met: Met
}

type Act = readonly [weight: number, name: string, act: () => Promise<void> | void]

export class Episode {
  readonly #options: EpisodeOptions
  readonly #operations: OperationsConfig
  readonly #world: HostileChain
  readonly #chain: Chain
  readonly #random: Random
  readonly #witness = new Witness()
  readonly #met: Met = new Map()
  /** Every step that a follower may have seen. */
  readonly #path: Step[] = []
  /** Faults of the node that last, and the ways to end them. */
  readonly #lasting = new Map<string, () => Promise<void> | void>()
  #server: OgmiosServer | undefined
  #life: Life | undefined
  #api: Service | undefined
  /** Files from which the next life begins; taken while this one runs. */
  #taken: string | undefined
  #made = 0
  #forks = 0
  #lives = 0

  constructor(options: EpisodeOptions) {
    const { seed } = options
    this.#options = options
    this.#operations = loadOperations(readSettings({}, []).settings, 'mainnet')
    this.#world = new HostileChain(seed, this.#operations, seed % 2 === 0 ? 'byron' : 'later')
    this.#random = new Random(`episode ${seed}`)
    this.#chain = new Chain([this.#world.first])
    this.#path.push({ kind: 'forward', block: this.#world.first })
  }

  /** @throws {Finding} for the first thing that is wrong */
  async run(): Promise<EpisodeReport> {
    const { disk, onProgress, signal, blocks } = this.#options
    this.#server = await startOgmiosServer({ network: 'mainnet', chain: this.#chain })
    try {
      await this.#begin(join(this.#options.directory, '0'))
      while (this.#made < blocks && signal?.aborted !== true) {
        await this.#act()
        onProgress?.(this.#made)
      }
      await this.#rest()
      return await this.#judge()
    } finally {
      disk.heal()
      await this.#api?.close()
      await this.#life?.end()
      await this.#server.close()
    }
  }

  readonly #acts: readonly Act[] = [
    [20, 'blocks', () => this.#append(this.#random.integer(1, 5))],
    [12, 'fork', () => this.#fork(this.#random.integer(1, FORK))],
    [1, 'deep fork', () => this.#fork(this.#random.integer(1, this.#chain.length))],
    [8, 'rest at the tip', () => this.#rest()],
    [20, 'node', () => this.#failNode()],
    [4, 'restart', () => this.#liveOn(this.#life?.directory)],
    [5, 'kill', () => this.#take('kill')],
    [3, 'power cut', () => this.#take('power cut')],
    [5, 'disk', () => this.#failDisk()],
  ]

  async #act(): Promise<void> {
    const [, , act] = this.#random.pickWeighted(this.#acts, ([weight]) => weight) ?? this.#acts[0] ?? []
    await act?.()
    for (const [name, end] of [...this.#lasting])
      if (this.#random.chance(0.3)) {
        this.#lasting.delete(name)
        await end()
      }
    await sleep(this.#random.chance(0.5) ? 0 : this.#random.integer(0, 400))
    await this.#observe()
    if (this.#taken !== undefined) await this.#liveOn(this.#taken)
  }

  /** Counts a fault, with the state in which the indexer met it. */
  #meet(fault: string): void {
    const key = `${fault} | ${this.#look()?.state ?? 'none'}`
    this.#met.set(key, (this.#met.get(key) ?? 0) + 1)
  }

  #look(): Look | undefined {
    return this.#life?.look()
  }

  async #observe(): Promise<void> {
    const failure = this.#life?.failure
    if (failure !== undefined) throw this.#located(failure)
    const { checkpoint, state, problem } = this.#look() ?? {}
    if (state === 'stopped') throw this.#located(new Error(`it stopped: ${problem}`))
    if (checkpoint !== undefined && checkpoint.seq > 0)
      this.#witness.note(checkpoint, checkpoint.digest, `life ${this.#lives}`)
  }

  async #begin(directory: string): Promise<void> {
    this.#lives += 1
    this.#options.disk.watch(directory)
    const first = this.#world.earlierPools.length === 0 ? 'origin' : this.#world.first.point
    const task: IndexerTask = {
      dataDir: directory,
      network: 'mainnet',
      start: { given: first, otherwise: first },
      operations: this.#operations,
      logLevel: 'silent',
      url: this.#server?.url ?? '',
      isRecorded: false,
    }
    this.#life = await Life.begin(task)
  }

  /** Ends this life, and begins the next from files; the chain may go on meanwhile. */
  async #liveOn(directory: string | undefined): Promise<void> {
    if (directory === undefined) return
    if (directory === this.#life?.directory) this.#meet('restart')
    this.#taken = undefined
    this.#options.disk.heal()
    const ended = this.#life
    this.#life = undefined
    await ended?.end()
    if (this.#random.chance(0.5)) this.#fork(this.#random.integer(1, FORK))
    await this.#begin(directory)
  }

  /** Takes the files as after a kill or a power cut: now, or between two writes to come. */
  #take(how: 'kill' | 'power cut'): void {
    const from = this.#life?.directory
    if (from === undefined) return
    const to = join(this.#options.directory, `${this.#lives}`)
    const take = (): void => {
      if (this.#taken !== undefined || this.#life?.directory !== from) return
      if (how === 'kill') filesAfterKill(from, to)
      else filesAfterPowerCut(from, to, this.#random)
      this.#taken = to
    }
    const isNow = this.#random.chance(0.3)
    this.#meet(isNow ? how : `${how} between writes`)
    if (isNow) take()
    else this.#options.disk.after(this.#random.integer(0, WRITES), take)
  }

  #failDisk(): void {
    const codes = Object.keys(DISK_ERRORS) as DiskError[]
    const code = this.#random.pick(codes) ?? 'SQLITE_FULL'
    this.#meet(code)
    this.#options.disk.fail(this.#random.integer(0, WRITES), this.#random.integer(1, 3), code)
  }

  #failNode(): void {
    const faults = this.#server?.faults
    const [name, start] = this.#random.pick(Object.entries(NODE_FAULTS)) ?? []
    if (faults === undefined || name === undefined || start === undefined || this.#lasting.has(name)) return
    this.#meet(name)
    const end = start(faults, this.#random)
    if (end !== undefined) this.#lasting.set(name, end)
  }

  async #healAll(): Promise<void> {
    this.#options.disk.heal()
    for (const [name, end] of [...this.#lasting]) {
      this.#lasting.delete(name)
      await end()
    }
    // A follower that connects to a shorter chain rolls back only when that chain has a new block.
    this.#append(1)
  }

  async #rest(): Promise<void> {
    await this.#healAll()
    await this.#untilAtTip()
    this.#meet('rest at the tip')
  }

  async #untilAtTip(): Promise<string> {
    const end = performance.now() + PATIENCE
    for (;;) {
      await this.#observe()
      const { checkpoint, state, problem } = this.#look() ?? {}
      if (checkpoint?.id === this.#chain.last?.point.id && state === 'following')
        return checkpoint?.digest ?? ''
      if (performance.now() > end)
        throw new Finding(
          'the tip is reached once faults have passed',
          `${state} at ${JSON.stringify(checkpoint)}: ${problem}`,
          this.#chain.last,
        )
      await sleep(LOOK)
    }
  }

  #append(count: number): void {
    const { last } = this.#chain
    if (last === undefined) throw new Error('a chain without blocks')
    const blocks = this.#world.blocksAfter(last, count)
    for (const block of blocks) this.#push(block)
    this.#made += blocks.length
  }

  #push(block: ChainBlock): void {
    this.#chain.append(block)
    this.#path.push({ kind: 'forward', block })
  }

  /** Replaces some blocks by others; sometimes the replaced blocks win again. */
  #fork(most: number): void {
    const depth = Math.min(most, this.#chain.length - 1)
    if (depth < 1) return
    this.#forks += 1
    this.#meet(depth > FORK ? 'deep fork' : 'fork')
    const left = this.#rollBack(depth)
    const { last } = this.#chain
    if (last !== undefined && this.#random.chance(0.3))
      for (const block of this.#world.sameAgain(last, left)) this.#push(block)
    else this.#append(this.#random.integer(1, FORK))
    if (this.#random.chance(0.8)) {
      this.#world.forget(left)
      return
    }
    const parent = left[0]?.parent
    let taken = 0
    while (this.#chain.at(this.#chain.length - 1 - taken)?.point.id !== parent) taken += 1
    this.#world.forget(this.#rollBack(taken))
    for (const block of left) this.#push(block)
  }

  #rollBack(depth: number): ChainBlock[] {
    const left = this.#chain.rollBack(depth)
    const { last } = this.#chain
    if (last !== undefined) this.#path.push({ kind: 'backward', block: last })
    return left
  }

  /** Finds the block that ended a life by folding the same steps one by one. */
  #located(cause: Error): Finding {
    try {
      foldPath(this.#path, this.#operations, () => {})
    } catch (error) {
      if (error instanceof Finding) return error
      throw error
    }
    return new Finding('nothing ends an indexer', `${cause.stack}`, undefined, cause)
  }

  #canonical(): ChainBlock[] {
    return Array.from({ length: this.#chain.length }, (_, at) => this.#chain.at(at)).filter(
      (block) => block !== undefined,
    )
  }

  /** Checks everything twice with a fork between, as the API keeps answers that must not outlive their blocks. */
  async #judge(): Promise<EpisodeReport> {
    const { directory = '' } = this.#life ?? {}
    await this.#startApi(directory)
    const models = modelsPath(directory)
    await this.#judgeState(models, false)
    this.#fork(FORK)
    this.#append(1)
    return this.#judgeState(models, true)
  }

  /** @param isLast whether the state is also compared with a fold of the chain alone */
  async #judgeState(models: string, isLast: boolean): Promise<EpisodeReport> {
    const digest = await this.#untilAtTip()
    const ledger = new RawLedger(this.#canonical())
    const database = new Sqlite(models, { readonly: true })
    try {
      const { earlierPools } = this.#world
      for (const finding of checkModels(database, ledger, this.#operations, earlierPools)) throw finding
      if (isLast) this.#compareWithFold(digest, database)
      await checkAnswers(this.#api?.url ?? '', database, ledger, POOLS_ASKED)
      const count = (table: string): number =>
        Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
      return {
        made: this.#made,
        forks: this.#forks,
        lives: this.#lives,
        transactions: ledger.transactions.size,
        pools: count('pools'),
        trades: count('trades'),
        met: this.#met,
      }
    } finally {
      database.close()
    }
  }

  #compareWithFold(digest: string, database: Database.Database): void {
    const tables = launchpadTables(this.#operations)
    const rows = scanState(database, tables)
    const path = this.#canonical().map((block): Step => ({ kind: 'forward', block }))
    const straight = foldPath(
      path,
      this.#operations,
      (folded) => scanState(folded, tables),
      (checkpoint) => this.#witness.note(checkpoint, checkpoint.digest, 'a fold of the chain alone'),
    )
    if (differing(rows, straight).length > 0 || digest !== rows.digest)
      throw new Finding(
        'faults leave no trace',
        `digest ${digest}, of the rows ${rows.digest}, of the chain alone ${straight.digest}; tables ${differing(rows, straight)}`,
        this.#chain.last,
      )
  }

  async #startApi(directory: string): Promise<void> {
    const { settings } = readSettings(
      {
        ROLE: 'api',
        OGMIOS_URL: this.#server?.url ?? '',
        NETWORK: 'mainnet',
        DATA_DIR: directory,
        PORT: '0',
        LOG_LEVEL: 'silent',
        // The chain is as old as its first slot.
        MAX_TIP_AGE: '999999999999',
      },
      [],
    )
    this.#api = await startService(settings)
  }
}
