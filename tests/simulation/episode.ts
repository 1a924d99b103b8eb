// One episode of the simulation. Hostile blocks are processed while the chain forks, the node lies, clocks jump, and node, network and
// disks fail. The indexer is killed, loses power, or starts with other settings or models. One seed determines everything. Judges check the
// end state.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../devnet/actors/random.ts'
import { LIES } from '../../devnet/ogmios/lies.ts'
import { type OgmiosServer, startOgmiosServer } from '../../devnet/ogmios/ogmios-server.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { SECURITY_PARAMETER } from '../../schema/primitives.ts'
import type { Service } from '../../scripts/service/service.ts'
import { loadOperations } from '../../scripts/service/settings/configs.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { checkResponses } from '../fuzz/check-responses.ts'
import { Finding } from '../fuzz/finding.ts'
import { freePort } from '../kit/free-port.ts'
import { until } from '../kit/until.ts'
import { damageImages } from './disk/damage-images.ts'
import { blockReports, DISK_ERRORS, type DiskError, type FaultyDisk } from './disk/faulty-disk.ts'
import { flipBit } from './disk/flip-bit.ts'
import { type Circumstances, loseDirectory } from './disk/lose-directory.ts'
import type { EpisodeReport, Met } from './episode-report.ts'
import { filesAfterKill, filesAfterPowerCut } from './files-after.ts'
import { FORK, ForkingChain } from './forking-chain.ts'
import { judgeFeed } from './judges/judge-feed.ts'
import { checkRules, compareWithFold, locate } from './judges/judge-models.ts'
import { judgeOrders } from './judges/judge-orders.ts'
import { Witness } from './judges/witness.ts'
import { setClock } from './jumping-clock.ts'
import { openFilesBelow } from './left-behind.ts'
import { Life, type Look } from './life.ts'
import { NODE_FAULTS, unknownBlock, WRONG_BLOCKS } from './node-faults.ts'
import { drawRules, type Rules } from './rules.ts'
import { startApi } from './start-api.ts'
import { withModels } from './with-models.ts'

/** The tip must be reached within this time after the last fault. */
const TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 60

/** One in this many episodes has a chain longer than the deepest fork. */
const LONG = 25
const POOLS_ASKED = 3

/** Maximum writes before a fault of the disk: to any file, or to the log. */
const WRITES = { '': 400, 'log.db': 8 } as const
const JUMP_MS = 86_400_000

export interface EpisodeOptions {
  readonly seed: number
  /** Includes abandoned forks. */
  readonly blocks: number
  /** Must be empty. */
  readonly directory: string
  readonly disk: FaultyDisk
}

type Act = readonly [weight: number, name: string, act: () => Promise<void> | void]

export class Episode {
  readonly #options: EpisodeOptions
  readonly #operations: OperationsConfig
  readonly #chain: ForkingChain
  readonly #random: Random
  readonly #witness = new Witness()
  readonly #met: Met = new Map()
  readonly #lasting = new Map<string, () => Promise<void> | void>()
  readonly #isLong: boolean
  #rules: Rules
  #server: OgmiosServer | undefined
  #life: Life | undefined
  #api: Service | undefined
  /** Files for the next life, copied while this life runs. */
  #taken: string | undefined
  #lives = 0

  constructor(options: EpisodeOptions) {
    const { seed } = options
    this.#options = options
    this.#operations = loadOperations(readSettings({}, []).settings, 'mainnet')
    this.#rules = { operations: this.#operations, ownModels: [] }
    this.#random = new Random(`episode ${seed}`)
    this.#chain = new ForkingChain(seed, this.#operations)
    this.#isLong = seed % LONG === 0
  }

  /** @throws {Finding} for the first error of the indexer */
  async run(): Promise<EpisodeReport> {
    const { disk, blocks, directory } = this.#options
    const { chain, mempool } = this.#chain
    this.#server = await until('a port', async () =>
      startOgmiosServer({ network: 'mainnet', chain, methods: mempool.methods, port: await freePort() }),
    )
    try {
      await this.#begin(join(directory, '0'))
      if (this.#isLong) this.#chain.lengthen()
      while (this.#chain.made < blocks) await this.#act()
      if (this.#isLong) await this.#deepestFork()
      await this.#rest()
      return await this.#judge()
    } finally {
      disk.heal()
      await this.#api?.close()
      await this.#life?.end()
      await this.#server.close()
      setClock(0)
    }
  }

  readonly #acts: readonly Act[] = [
    [20, 'blocks', () => this.#chain.append(this.#random.integer(1, 5))],
    [12, 'fork', () => this.#fork(this.#random.integer(1, FORK))],
    [1, 'deep fork', () => this.#deepFork()],
    [2, 'burst of forks', () => this.#burst()],
    [8, 'rest at the tip', () => this.#rest()],
    [20, 'node', () => this.#failNode()],
    [3, 'wrong block', () => this.#sendWrongBlock()],
    [1, 'unknown era', () => this.#sendUnknownBlock()],
    [4, 'restart', () => this.#liveOn(this.#life?.directory)],
    [5, 'kill', () => this.#take('kill')],
    [3, 'power cut', () => this.#take('power cut')],
    [5, 'disk', () => this.#failDisk()],
    [2, 'reports', () => this.#failReports()],
    [2, 'clock', () => this.#setClock()],
    [2, 'flip', () => this.#flip()],
    [1, 'directory', () => this.#loseDirectory()],
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

  #meet(fault: string): void {
    const key = `${fault} | ${this.#look()?.state ?? 'none'}`
    this.#met.set(key, (this.#met.get(key) ?? 0) + 1)
  }

  #look(): Look | undefined {
    return this.#life?.look()
  }

  async #observe(): Promise<void> {
    const failure = this.#life?.failure
    if (failure !== undefined) throw locate(failure, this.#chain, this.#operations)
    const { checkpoint, models = '', isWhole = false, damage } = this.#look() ?? {}
    if (damage !== undefined) throw new Finding('no whole file is called damaged', damage)
    if (checkpoint !== undefined && checkpoint.seq > 0 && isWhole && this.#chain.has(checkpoint))
      this.#witness.note(checkpoint, checkpoint.digest, `life ${this.#lives}`, models)
  }

  async #begin(directory: string): Promise<void> {
    this.#lives += 1
    this.#options.disk.watch(directory)
    if (this.#server !== undefined) this.#server.faults.lie = undefined
    const { world } = this.#chain
    const first = world.earlierPools.length === 0 ? 'origin' : world.first.point
    this.#life = await Life.begin({
      dataDir: directory,
      network: 'mainnet',
      start: { given: first, otherwise: first },
      ...this.#rules,
      logLevel: 'silent',
      url: this.#server?.url ?? '',
      isRecorded: false,
      rounds: { first: 2_000, interval: 40_000, isHere: true },
    })
  }

  async #liveOn(directory: string | undefined): Promise<void> {
    if (directory === undefined) return
    if (directory === this.#life?.directory) this.#meet('restart')
    this.#taken = undefined
    this.#options.disk.heal()
    const ended = this.#life
    this.#life = undefined
    await ended?.end()
    if (this.#random.chance(0.5)) this.#fork(this.#random.integer(1, FORK))
    if (this.#random.chance(0.4)) {
      this.#meet('other rules')
      this.#rules = drawRules(this.#operations, this.#options.directory, this.#random)
    }
    await this.#begin(directory)
  }

  /** Copies the files immediately, or between two later writes. */
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
    else this.#options.disk.after(this.#random.integer(0, WRITES['']), take)
  }

  #failDisk(): void {
    const code = this.#random.pick(Object.keys(DISK_ERRORS) as DiskError[]) ?? 'SQLITE_FULL'
    this.#meet(code)
    const file = this.#random.pick(['', 'log.db'] as const) ?? ''
    this.#options.disk.fail(this.#random.integer(0, WRITES[file]), this.#random.integer(1, 3), code, file)
  }

  #failReports(): void {
    const name = 'reports not written'
    if (this.#life === undefined || this.#lasting.has(name)) return
    this.#meet(name)
    this.#lasting.set(name, blockReports(this.#life.directory))
  }

  #setClock(): void {
    this.#meet('clock')
    setClock(this.#random.integer(-JUMP_MS, JUMP_MS))
  }

  async #flip(): Promise<void> {
    await this.#rest()
    if (this.#life !== undefined) await flipBit(this.#life, this.#circumstances)
  }

  async #failNode(): Promise<void> {
    const faults = this.#server?.faults
    const [name, start] = this.#random.pick(Object.entries(NODE_FAULTS)) ?? []
    if (faults === undefined || name === undefined || start === undefined || this.#lasting.has(name)) return
    if (name in LIES && this.#life?.hasLog() !== true) return
    this.#meet(name)
    const end = start(faults, this.#random)
    if (end !== undefined) this.#lasting.set(name, end)
    if (!(name in LIES) || this.#random.chance(0.6)) return
    // The lie lasts longer than the first, fast attempts to connect. This wait is shortened like all others.
    this.#chain.append(2)
    await sleep(15_000)
  }

  #sendWrongBlock(): void {
    const [name, wrong] = this.#random.pick(Object.entries(WRONG_BLOCKS)) ?? []
    if (name === undefined || wrong === undefined || this.#life?.hasLog() !== true) return
    this.#meet(name)
    this.#sendInstead(`${wrong(this.#chain.chain, this.#random).json}`)
    this.#chain.append(2)
  }

  #sendInstead(block: string): void {
    const tip = JSON.stringify(this.#chain.chain.tip)
    this.#server?.faults.garbleNextBlock(`{"result":{"direction":"forward","block":${block},"tip":${tip}}}`)
  }

  /** Following must stop before a block of an unknown era. */
  async #sendUnknownBlock(): Promise<void> {
    await this.#rest()
    this.#meet('unknown era')
    this.#sendInstead(unknownBlock(this.#chain.chain))
    const { point } = this.#chain.last
    this.#chain.append(1)
    await this.#until('following stops before a block that this version does not know', () => {
      const { state, problem, checkpoint } = this.#look() ?? {}
      const isNamed = problem?.startsWith('this version does not know the era "unknown"') === true
      return state === 'stopped' && isNamed && checkpoint?.id === point.id
    })
    await this.#liveOn(this.#life?.directory)
  }

  get #circumstances(): Circumstances {
    return {
      random: this.#random,
      meet: (fault) => this.#meet(fault),
      until: (rule, holds) => this.#until(rule, () => holds(this.#life?.look())),
      grow: () => this.#fork(FORK),
      begin: (directory) => this.#begin(directory),
    }
  }

  async #loseDirectory(): Promise<void> {
    this.#options.disk.heal()
    if (this.#life !== undefined) await this.#liveOn(await loseDirectory(this.#life, this.#circumstances))
  }

  async #healAll(): Promise<void> {
    this.#options.disk.heal()
    for (const [name, end] of [...this.#lasting]) {
      this.#lasting.delete(name)
      await end()
    }
    this.#chain.append(1)
  }

  async #rest(): Promise<void> {
    await this.#healAll()
    await this.#untilAtTip()
    this.#meet('rest at the tip')
  }

  #untilAtTip(): Promise<void> {
    return this.#until('the tip is reached once faults have passed', async () => {
      await this.#observe()
      const { checkpoint, state, isWhole } = this.#look() ?? {}
      return checkpoint?.id === this.#chain.last.point.id && state === 'following' && isWhole === true
    })
  }

  async #until(rule: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + TIMEOUT_MS
    while (!(await holds())) {
      const { checkpoint, state, problem } = this.#look() ?? {}
      if (performance.now() > end)
        throw new Finding(rule, `${state} at ${JSON.stringify(checkpoint)}: ${problem}`, this.#chain.last)
      await sleep(POLL_INTERVAL_MS)
    }
  }

  #fork(most: number): void {
    const depth = this.#chain.fork(most)
    if (depth > 0) this.#meet(depth > FORK ? 'deep fork' : 'fork')
  }

  #burst(): void {
    for (let count = this.#random.integer(3, 10); count > 0; count -= 1)
      this.#fork(this.#random.integer(1, FORK))
  }

  /** On a long chain, the fork is as deep as the maximum rollback. */
  async #deepFork(): Promise<void> {
    const { length } = this.#chain.chain
    await (length <= SECURITY_PARAMETER ? this.#fork(this.#random.integer(1, length)) : this.#deepestFork())
  }

  async #deepestFork(): Promise<void> {
    if (this.#chain.chain.length <= SECURITY_PARAMETER) this.#chain.appendEmpty(SECURITY_PARAMETER)
    await this.#rest()
    this.#meet(`fork of ${SECURITY_PARAMETER}`)
    this.#chain.forkTo(SECURITY_PARAMETER, this.#random.integer(FORK, 10 * FORK))
    await this.#rest()
  }

  /** Checks everything twice with a fork in between, because caches must not outlive an undone block. */
  async #judge(): Promise<EpisodeReport> {
    const { directory = '' } = this.#life ?? {}
    const judgeImages = await damageImages(directory, this.#random, (fault) => this.#meet(fault))
    this.#api = await startApi(directory, this.#server?.url ?? '')
    const models = modelsPath(directory)
    await this.#judgeState(models, false)
    await judgeOrders(this.#api.url, this.#chain, async () => {
      this.#server?.faults.failNextBlock(this.#random.integer(0, 2))
      await this.#untilAtTip()
    })
    await judgeFeed(this.#api.url, models, this.#chain, async (isFork) => {
      if (isFork) {
        this.#fork(FORK)
        this.#setClock()
      }
      this.#chain.append(1)
      await this.#untilAtTip()
    })
    const report = await this.#judgeState(models, true)
    await judgeImages(this.#api.url)
    await this.#api.close()
    await this.#life?.end()
    const [open] = openFilesBelow(this.#options.directory)
    if (open !== undefined) throw new Finding('a stopped service has no open file', open)
    return report
  }

  async #judgeState(models: string, isLast: boolean): Promise<EpisodeReport> {
    await this.#untilAtTip()
    return withModels(models, async (database) => {
      const ledger = checkRules(database, this.#chain, this.#rules)
      if (isLast) compareWithFold(database, this.#chain, this.#rules, this.#witness)
      await checkResponses(this.#api?.url ?? '', database, ledger, POOLS_ASKED)
      const { made, forks } = this.#chain
      return { made, forks, lives: this.#lives, transactions: ledger.transactions.size, met: this.#met }
    })
  }
}
