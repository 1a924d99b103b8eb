// One episode of the simulation with PostgreSQL. An indexer and its standby follow hostile blocks, write one
// copy, and publish into separate directories, which two replicas read. Servers, files and connections fail.
// All participants at the same block must have the same state.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../devnet/actors/random.ts'
import { type OgmiosServer, startOgmiosServer } from '../../devnet/ogmios/ogmios-server.ts'
import { scanCopy } from '../../projections/copies/postgres/scan-copy.ts'
import { abandon, connect, type Session } from '../../projections/copies/postgres/session.ts'
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresBinaries,
  startPostgres,
} from '../../projections/copies/postgres/testing/postgres-server.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { loadOperations } from '../../scripts/service/settings/configs.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { Finding } from '../fuzz/finding.ts'
import type { EpisodeOptions } from './episode.ts'
import type { EpisodeReport, Met } from './episode-report.ts'
import { type FilesServer, serveFiles } from './files-server.ts'
import { FORK, ForkingChain } from './forking-chain.ts'
import { checkRules, compareWithFold } from './judges/judge-models.ts'
import { Witness } from './judges/witness.ts'
import { Life } from './life.ts'
import { withModels } from './with-models.ts'

/**
 * Time in ms without progress after which an episode fails. A standby becomes the leader after 30 seconds.
 */
const TIMEOUT_MS = 90_000
const POLL_INTERVAL_MS = 20

const SCHEMA = 'simulated'

/**
 * Maximum time in ms for which PostgreSQL is paused. Timers run twenty times faster, so the real pause is
 * shorter.
 */
const PAUSE_MS = 20_000

/** Number of checks after a pause, within which all messages in transit arrive. */
const TURNS = 200

const NAMES = ['indexer', 'standby', 'replica', 'second replica'] as const
type Name = (typeof NAMES)[number]

type Act = readonly [weight: number, act: () => Promise<void> | void]

export class CopyEpisode {
  readonly #options: EpisodeOptions
  readonly #rules = {
    operations: loadOperations(readSettings({}, []).settings, 'mainnet'),
    ownModels: [],
  }
  readonly #chain: ForkingChain
  readonly #random: Random
  readonly #witness = new Witness()
  readonly #met: Met = new Map()
  readonly #lives = new Map<Name, Life>()
  #begun = 0
  #node: OgmiosServer | undefined
  #postgres: PostgresServer | undefined
  #files: FilesServer | undefined
  /** Directory of an older backup of the server. */
  #backup: string | undefined

  constructor(options: EpisodeOptions) {
    this.#options = options
    this.#random = new Random(`copy ${options.seed}`)
    this.#chain = new ForkingChain(options.seed, this.#rules.operations)
  }

  /** @throws {Finding} for the first fault of the indexers or replicas */
  async run(): Promise<EpisodeReport> {
    const binaries = postgresBinaries()
    if (binaries === undefined) throw new Error(NO_POSTGRES)
    this.#postgres = await startPostgres(binaries)
    this.#files = await serveFiles(this.#options.directory)
    this.#node = await startOgmiosServer({ network: 'mainnet', chain: this.#chain.chain })
    try {
      for (const name of NAMES) await this.#begin(name)
      while (this.#chain.made < this.#options.blocks) await this.#act()
      await this.#rest()
      return await this.#judge()
    } finally {
      for (const life of this.#lives.values()) await life.end()
      await this.#node.close()
      await this.#files.close()
      await this.#postgres.close()
    }
  }

  readonly #acts: readonly Act[] = [
    [20, () => this.#chain.append(this.#random.integer(1, 5))],
    [10, () => this.#fork()],
    [2, () => this.#burst()],
    [6, () => this.#rest()],
    [4, () => this.#fault('indexers cut off', () => this.#node?.faults.dropConnections())],
    [4, () => this.#fault('indexer ended', () => this.#beginAgain(this.#pick(['indexer', 'standby'])))],
    [
      3,
      () => this.#fault('replica ended', () => this.#beginAgain(this.#pick(['replica', 'second replica']))),
    ],
    [3, () => this.#fault('files unavailable', () => this.#files?.fail(this.#random.integer(1, 40)))],
    [4, () => this.#fault('sessions ended', () => this.#endSessions())],
    [3, () => this.#fault('server killed', () => this.#restart('immediate'))],
    [2, () => this.#fault('server restarted', () => this.#restart('fast'))],
    [4, () => this.#fault('server paused', () => this.#pause())],
    [1, () => this.#fault('schema dropped', () => this.#say(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`))],
    [2, () => this.#fault('backup', () => this.#takeBackup())],
    [2, () => this.#fault('backup restored', () => this.#restore())],
  ]

  async #act(): Promise<void> {
    const [, act] = this.#random.pickWeighted(this.#acts, ([weight]) => weight) ?? this.#acts[0] ?? []
    await act?.()
    await sleep(this.#random.integer(0, 2_000))
    this.#observe()
  }

  #pick(names: readonly Name[]): Name {
    return this.#random.pick(names) ?? 'indexer'
  }

  /** Causes a fault, and counts it by the state of the mirror. */
  async #fault(name: string, happen: () => Promise<void> | void): Promise<void> {
    const states = (['indexer', 'standby'] as const).map((each) => this.#lives.get(each)?.mirror()?.state)
    const state = states.find((each) => each !== undefined && each !== 'standby') ?? 'none'
    const key = `${name} | ${state}`
    this.#met.set(key, (this.#met.get(key) ?? 0) + 1)
    await happen()
  }

  #fork(): void {
    this.#chain.fork(this.#random.integer(1, FORK))
  }

  #burst(): void {
    for (let count = this.#random.integer(2, 6); count > 0; count -= 1) this.#fork()
  }

  async #begin(name: Name): Promise<void> {
    const directory = join(this.#options.directory, name)
    const { operations, ownModels } = this.#rules
    const { world } = this.#chain
    const url = this.#postgres?.url ?? ''
    const common = { network: 'mainnet', operations, ownModels, logLevel: 'silent' } as const
    const first = world.earlierPools.length === 0 ? 'origin' : world.first.point
    this.#begun += 1
    this.#lives.set(
      name,
      name === 'indexer' || name === 'standby'
        ? await Life.begin({
            ...common,
            dataDir: directory,
            start: { given: first, otherwise: first },
            url: this.#node?.url ?? '',
            isRecorded: false,
            postgres: { url, schema: SCHEMA, readers: [] },
            publishDir: this.#published(name),
          })
        : await Life.replicate({
            ...common,
            directory,
            sources: ['indexer', 'standby'].map((of) => `${this.#files?.url}/published-${of}`),
          }),
    )
  }

  /** Directory into which an indexer publishes. */
  #published(name: Name): string {
    return join(this.#options.directory, `published-${name}`)
  }

  async #beginAgain(name: Name): Promise<void> {
    await this.#lives.get(name)?.end()
    await this.#begin(name)
  }

  /** Checks that all indexers and replicas at the same block have the same state. */
  #observe(): void {
    for (const [name, life] of this.#lives) {
      if (life.failure !== undefined) throw life.failure
      const { checkpoint, problem, models = '', isWhole = false } = life.look() ?? {}
      const { state, problem: stopped } = life.mirror() ?? {}
      if (state === 'stopped' || problem?.includes('digest'))
        throw new Finding('a copy is that of its models', `${name}: ${stopped ?? problem}`, undefined)
      if (checkpoint !== undefined && checkpoint.slot >= 0 && isWhole)
        this.#witness.note(checkpoint, checkpoint.digest, name, models)
    }
  }

  async #rest(): Promise<void> {
    this.#chain.append(1)
    const { id } = this.#chain.last.point
    const end = performance.now() + TIMEOUT_MS
    for (;;) {
      this.#observe()
      const late = [...this.#lives].find(([, life]) => life.look()?.checkpoint?.id !== id)
      if (late === undefined) return
      if (performance.now() > end)
        throw new Finding(
          'indexers and replicas reach the tip once faults have passed',
          `${late[0]} is ${JSON.stringify(late[1].look())}; mirrors ${JSON.stringify([...this.#lives.values()].map((life) => life.mirror()))}`,
          this.#chain.last,
        )
      await sleep(POLL_INTERVAL_MS)
    }
  }

  /** Runs SQL in a separate session. */
  async #say(sql: string): Promise<void> {
    await this.#withSession((session) => session.query(sql).then(() => undefined))
  }

  async #withSession<Answer>(ask: (session: Session) => Promise<Answer>): Promise<Answer> {
    const session = await this.#connect()
    try {
      return await ask(session)
    } finally {
      abandon(session)
    }
  }

  /** Connects. Tries again while the server is starting, or is too busy for the shortened time limit. */
  async #connect(): Promise<Session> {
    const end = performance.now() + TIMEOUT_MS
    for (;;)
      try {
        return await connect(this.#postgres?.url ?? '', false)
      } catch (error) {
        if (performance.now() > end) throw error
        await sleep(POLL_INTERVAL_MS)
      }
  }

  #endSessions(): Promise<void> {
    return this.#say('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
  }

  async #restart(how: 'fast' | 'immediate'): Promise<void> {
    await this.#postgres?.stop(how)
    this.#fork()
    await this.#postgres?.start()
  }

  /** Pauses the PostgreSQL server. An unacknowledged commit must not count as complete. */
  async #pause(): Promise<void> {
    this.#postgres?.signal('SIGSTOP')
    try {
      // Waits for responses in transit and their reports. Turns are counted instead of time, since a busy
      // machine needs longer.
      for (let turn = 0; turn < TURNS; turn += 1) await sleep(POLL_INTERVAL_MS)
      const before = this.#copies()
      this.#fork()
      await sleep(this.#random.integer(1_000, PAUSE_MS))
      const after = this.#copies()
      if (before !== after)
        throw new Finding(
          "a commit is complete only after PostgreSQL's answer",
          `${before} became ${after} while it was paused`,
          this.#chain.last,
        )
    } finally {
      this.#postgres?.signal('SIGCONT')
    }
  }

  /** Blocks of the copy, from the mirrors' reports. */
  #copies(): string {
    return JSON.stringify([...this.#lives.values()].map((life) => life.mirror()?.copy?.id))
  }

  async #takeBackup(): Promise<void> {
    const server = this.#postgres
    if (server === undefined) return
    await server.stop()
    this.#backup = `${server.directory}-backup`
    rmSync(this.#backup, { recursive: true, force: true })
    execFileSync('cp', ['-Rp', server.directory, this.#backup])
    await server.start()
  }

  async #restore(): Promise<void> {
    const server = this.#postgres
    if (server === undefined || this.#backup === undefined) return
    await server.stop('immediate')
    rmSync(server.directory, { recursive: true, force: true })
    execFileSync('cp', ['-Rp', this.#backup, server.directory])
    await server.start()
  }

  async #judge(): Promise<EpisodeReport> {
    const tables = launchpadTables(this.#rules.operations)
    const copy = await this.#withSession((session) => scanCopy(session, SCHEMA, tables))
    for (const life of this.#lives.values())
      await withModels(modelsPath(life.directory), (database) => {
        const digest = database.prepare('SELECT digest FROM checkpoint').pluck().get()
        if (copy.digest !== digest || copy.state?.digest !== digest)
          throw new Finding(
            'the rows of the copy equal its models',
            `digest ${copy.digest} of the rows, ${copy.state?.digest} of the copy, ${digest} of ${life.directory}`,
            this.#chain.last,
          )
      })
    const life = this.#lives.get('second replica')
    return withModels(modelsPath(life?.directory ?? ''), (database) => {
      const { transactions } = checkRules(database, this.#chain, this.#rules)
      compareWithFold(database, this.#chain, this.#rules, this.#witness)
      const { made, forks } = this.#chain
      return { made, forks, lives: this.#begun, transactions: transactions.size, met: this.#met }
    })
  }
}
