// One episode of the simulation with copies. An indexer and its standby follow hostile blocks, and write one copy in PostgreSQL or one
// publication in NATS. Two replicas read it. Servers, files and connections fail. All participants at the same block must have the same
// state.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../devnet/actors/random.ts'
import { type OgmiosServer, startOgmiosServer } from '../../devnet/ogmios/ogmios-server.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { loadOperations } from '../../scripts/service/settings/configs.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { Finding } from '../fuzz/finding.ts'
import type { EpisodeOptions } from './episode.ts'
import type { EpisodeReport, Met } from './episode-report.ts'
import { FORK, ForkingChain } from './forking-chain.ts'
import type { Ground } from './grounds/ground.ts'
import { natsGround } from './grounds/nats-ground.ts'
import { postgresGround } from './grounds/postgres-ground.ts'
import { checkRules, compareWithFold } from './judges/judge-models.ts'
import { Witness } from './judges/witness.ts'
import { Life } from './life.ts'
import { withModels } from './with-models.ts'

/** The server elects the indexer that writes. */
export type Elected = 'postgres' | 'nats'

/** Maximum time without progress. A standby needs only 30 seconds to become the leader. */
const TIMEOUT_MS = 180_000
const POLL_INTERVAL_MS = 20

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
  #ground: Ground | undefined
  readonly #by: Elected

  constructor(options: EpisodeOptions, by: Elected) {
    this.#options = options
    this.#by = by
    this.#random = new Random(`copy ${options.seed}`)
    this.#chain = new ForkingChain(options.seed, this.#rules.operations)
  }

  /** @throws {Finding} for the first fault of the indexers or replicas */
  async run(): Promise<EpisodeReport> {
    const hands = {
      random: this.#random,
      directory: this.#options.directory,
      fork: () => this.#fork(),
      copies: () => this.#copies(),
    }
    this.#ground =
      this.#by === 'nats'
        ? await natsGround(hands)
        : await postgresGround(hands, launchpadTables(this.#rules.operations))
    this.#node = await startOgmiosServer({ network: 'mainnet', chain: this.#chain.chain })
    try {
      for (const name of NAMES) await this.#begin(name)
      while (this.#chain.made < this.#options.blocks) await this.#act()
      await this.#rest()
      return await this.#judge()
    } finally {
      for (const life of this.#lives.values()) await life.end()
      await this.#node.close()
      await this.#ground.close()
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
  ]

  async #act(): Promise<void> {
    const { faults = [] } = this.#ground ?? {}
    const acts: readonly Act[] = [
      ...this.#acts,
      ...faults.map(([weight, name, happen]): Act => [weight, () => this.#fault(name, happen)]),
    ]
    const [, act] = this.#random.pickWeighted(acts, ([weight]) => weight) ?? this.#acts[0] ?? []
    await act?.()
    await sleep(this.#random.integer(0, 2_000))
    this.#observe()
  }

  #pick(names: readonly Name[]): Name {
    return this.#random.pick(names) ?? 'indexer'
  }

  /** Counts the fault by the state of the copy. */
  async #fault(name: string, happen: () => Promise<void> | void): Promise<void> {
    const states = (['indexer', 'standby'] as const).map((each) => this.#lives.get(each)?.copying()?.state)
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
            ...this.#ground?.places(name),
          })
        : await Life.replicate({
            ...common,
            directory,
            sources: this.#ground?.sources ?? [],
          }),
    )
  }

  async #beginAgain(name: Name): Promise<void> {
    await this.#lives.get(name)?.end()
    await this.#begin(name)
  }

  /** At the same block, the state must be the same. */
  #observe(): void {
    this.#ground?.observe()
    for (const [name, life] of this.#lives) {
      if (life.failure !== undefined) throw life.failure
      const { checkpoint, problem, models = '', isWhole = false } = life.look() ?? {}
      const { state, problem: stopped } = life.copying() ?? {}
      if (state === 'stopped' || problem?.includes('digest'))
        throw new Finding('a copy is that of its models', `${name}: ${stopped ?? problem}`)
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
      if (late === undefined && this.#copies().includes(id)) return
      if (performance.now() > end)
        throw new Finding(
          'indexers and replicas reach the tip once faults have passed',
          `${late?.[0]} is ${JSON.stringify(late?.[1].look())}; copies ${JSON.stringify([...this.#lives.values()].map((life) => life.copying()))}`,
          this.#chain.last,
        )
      await sleep(POLL_INTERVAL_MS)
    }
  }

  /** The last block of each copy, as the indexers report it. */
  #copies(): string {
    return JSON.stringify([...this.#lives.values()].map((life) => life.copying()?.block))
  }

  async #judge(): Promise<EpisodeReport> {
    const digests = await Promise.all(
      [...this.#lives.values()].map(({ directory }) =>
        withModels(modelsPath(directory), (database) =>
          String(database.prepare('SELECT digest FROM checkpoint').pluck().get()),
        ),
      ),
    )
    await this.#ground?.judge(digests)
    const life = this.#lives.get('second replica')
    return withModels(modelsPath(life?.directory ?? ''), (database) => {
      const { transactions } = checkRules(database, this.#chain, this.#rules)
      compareWithFold(database, this.#chain, this.#rules, this.#witness)
      const { made, forks } = this.#chain
      return { made, forks, lives: this.#begun, transactions: transactions.size, met: this.#met }
    })
  }
}
