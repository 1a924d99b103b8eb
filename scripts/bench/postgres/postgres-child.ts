// The copy in PostgreSQL beside the fold, in one process, in turns: blocks are folded into SQLite, and what that committed
// is copied.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainBlock } from '../../../fixtures/devnet/chain/chain-block.ts'
import { readChainFile } from '../../../fixtures/devnet/recording/chain-file.ts'
import { readFrame } from '../../../indexer/ogmios/chain-sync.ts'
import { openModelsForReading } from '../../../projections/engine/file/models-database.ts'
import { type LoggedBlock, Projector } from '../../../projections/engine/fold/projector.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { load } from '../../../projections/postgres/mirror/load.ts'
import { ModelsSource } from '../../../projections/postgres/mirror/models-source.ts'
import { sync } from '../../../projections/postgres/mirror/sync.ts'
import type { MirrorState } from '../../../projections/postgres/mirror-state.ts'
import { abandon, connect } from '../../../projections/postgres/session.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { loadOperations } from '../../service/settings/configs.ts'
import { answer, startChild } from '../kit/child.ts'
import { treeCpuSeconds } from '../kit/process-cpu.ts'
import { repeatChain } from '../kit/repeat-chain.ts'
import type { Arrivals, ReplicasRequest } from './replicas-child.ts'

export interface PostgresRequest {
  readonly url: string
  /** The server's process. */
  readonly server: number
  readonly directory: string
  readonly file: string
  readonly copies: number
  /** Blocks of each commit, and how often. */
  readonly stages: readonly { readonly blocks: number; readonly times: number }[]
  /** So many replicas at a time, and blocks that they are then sent. */
  readonly replicas: readonly number[]
  readonly replicaBlocks: number
}

/** Seconds of folding and of copying. */
export interface StageAnswer {
  readonly fold: number
  readonly copy: number
  /** Seconds of each copying. */
  readonly each: readonly number[]
}

export interface ReplicasAnswer {
  /** Seconds until all had copied everything. */
  readonly load: number
  /** Milliseconds from a block's commit in SQLite to that of the copy. */
  readonly copied: readonly number[]
  /** And to each replica's. */
  readonly waits: readonly number[]
  /** Seconds of processor time of all blocks: the server's, and that of all replicas. */
  readonly serverCpu: number
  readonly replicasCpu: number
}

export interface PostgresAnswer {
  /** Blocks that the load began with. */
  readonly blocks: number
  readonly rows: number
  /** Seconds of folding these blocks and of loading them. */
  readonly fold: number
  readonly load: number
  readonly stages: readonly StageAnswer[]
  /** Answers by number of replicas. */
  readonly replicas: readonly ReplicasAnswer[]
}

/** Milliseconds between two blocks that replicas are sent. */
const PAUSE = 50

const NETWORK = 'mainnet'
const SCHEMA = 'bench'
const operations = loadOperations(readSettings({}, []).settings, NETWORK)

function* logged(chain: readonly ChainBlock[]): Generator<LoggedBlock> {
  for (const { height, json } of chain) {
    const tip = '{"slot":1,"id":"00","height":1}'
    const message = readFrame(`{"result":{"direction":"forward","block":${json},"tip":${tip}}}`)
    if (message.kind === 'forward') yield { seq: height, block: message.block }
  }
}

/** Seconds that something takes. */
const timed = async (work: () => unknown): Promise<number> => {
  const beganAt = performance.now()
  await work()
  return (performance.now() - beganAt) / 1000
}

interface Commit {
  readonly height: number
  /** Nanoseconds when it was folded, and when it was copied. */
  readonly at: bigint
  readonly copiedAt: bigint
}

/**
 * @param server its process.
 * @param begin is called when all have copied everything.
 * @param commit folds a block, and copies it.
 */
const withReplicas = async (
  open: Extract<ReplicasRequest, { kind: 'open' }>,
  blocks: number,
  server: number,
  begin: () => Promise<void>,
  commit: () => Promise<Commit>,
): Promise<ReplicasAnswer> => {
  const child = startChild('postgres/replicas-child.ts')
  const ask = <Answer>(request: ReplicasRequest) => child.ask<Answer>(request)
  const loaded = await ask<number>(open)
  await begin()
  const cpu = async () => ({ server: treeCpuSeconds(server), replicas: (await child.usage()).cpuSeconds })
  const before = await cpu()
  const commits: Commit[] = []
  for (let block = 0; block < blocks; block++) {
    commits.push(await commit())
    await sleep(PAUSE)
  }
  const arrivals = await ask<Arrivals>({ kind: 'arrivals', height: commits.at(-1)?.height ?? 0 })
  const waits = arrivals.flatMap((of) =>
    commits.flatMap(({ height, at }) => {
      const arrival = of.find((one) => one.height >= height)
      return arrival === undefined ? [] : [Number(BigInt(arrival.at) - at) / 1e6]
    }),
  )
  const after = await cpu()
  await child.end()
  return {
    load: loaded,
    copied: commits.map(({ at, copiedAt }) => Number(copiedAt - at) / 1e6),
    waits,
    serverCpu: after.server - before.server,
    replicasCpu: after.replicas - before.replicas,
  }
}

answer<PostgresRequest>(async (request): Promise<PostgresAnswer> => {
  const { url, server, directory, file, copies, stages, replicas, replicaBlocks } = request
  const chain = repeatChain(await readChainFile(file), copies)
  const options = launchpadModels(NETWORK, operations)
  const path = join(directory, 'models-1.db')
  const projector = Projector.open(path, options)
  // Read before, so that nothing but folding is timed.
  const fold = (blocks: readonly ChainBlock[]): Promise<number> => {
    const read = [...logged(blocks)]
    return timed(() => projector.apply(read, { tipHeight: 0 }))
  }
  const reserved =
    stages.reduce((sum, { blocks, times }) => sum + blocks * times, 0) + replicas.length * replicaBlocks
  let at = Math.max(1, chain.length - reserved)
  const first = await fold(chain.slice(0, at))
  const reader = openModelsForReading(path)
  const source = new ModelsSource(reader, options)
  const loading = await connect(url, false)
  let rows = 0
  const loaded = await timed(() => load(loading, SCHEMA, source, undefined, (done) => (rows = done)))
  abandon(loading)
  // One that is silent for some seconds is ended.
  let session = await connect(url, true)
  // Where the copy stands, as the leader knows it.
  let known: MirrorState | undefined
  const copy = async (): Promise<void> => {
    const result = await sync(session, SCHEMA, source, known)
    if (result.kind === 'written' || result.kind === 'same') known = result.state
  }
  const answers: StageAnswer[] = []
  for (const { blocks, times } of stages) {
    let folded = 0
    const each: number[] = []
    for (let time = 0; time < times; time++) {
      folded += await fold(chain.slice(at, at + blocks))
      at += blocks
      each.push(await timed(copy))
    }
    answers.push({ fold: folded, copy: each.reduce((sum, seconds) => sum + seconds, 0), each })
  }
  const following: ReplicasAnswer[] = []
  for (const count of replicas) {
    const own = join(directory, `${count} replicas`)
    mkdirSync(own)
    following.push(
      await withReplicas(
        { kind: 'open', replicas: count, directory: own, url, schema: SCHEMA, network: NETWORK, operations },
        replicaBlocks,
        server,
        async () => {
          abandon(session)
          session = await connect(url, true)
        },
        async () => {
          await fold(chain.slice(at, ++at))
          const foldedAt = process.hrtime.bigint()
          await copy()
          const height = projector.checkpoint?.height ?? 0
          return { height, at: foldedAt, copiedAt: process.hrtime.bigint() }
        },
      ),
    )
  }
  abandon(session)
  reader.close()
  projector.close()
  return {
    blocks: chain.length - reserved,
    rows,
    fold: first,
    load: loaded,
    stages: answers,
    replicas: following,
  }
})
