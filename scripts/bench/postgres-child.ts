// The copy in PostgreSQL beside the fold, in one process, in turns: blocks are folded into SQLite, and what that committed
// is copied.
import { join } from 'node:path'
import type { ChainBlock } from '../../fixtures/devnet/chain/chain-block.ts'
import { readChainFile } from '../../fixtures/devnet/recording/chain-file.ts'
import { readFrame } from '../../indexer/ogmios/chain-sync.ts'
import { openModelsForReading } from '../../projections/engine/models-database.ts'
import { type LoggedBlock, Projector } from '../../projections/engine/projector.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import { load } from '../../projections/postgres/load.ts'
import { ModelsSource } from '../../projections/postgres/models-source.ts'
import { abandon, connect } from '../../projections/postgres/session.ts'
import { sync } from '../../projections/postgres/sync.ts'
import { readSettings } from '../../schema/settings.ts'
import { loadOperations } from '../service/configs.ts'
import { answer } from './child.ts'
import { repeatChain } from './repeat-chain.ts'

export interface PostgresRequest {
  readonly url: string
  readonly directory: string
  readonly file: string
  readonly copies: number
  /** Blocks of each commit, and how often. */
  readonly stages: readonly { readonly blocks: number; readonly times: number }[]
}

/** Seconds of folding and of copying. */
export interface StageAnswer {
  readonly fold: number
  readonly copy: number
  /** Seconds of each copying. */
  readonly each: readonly number[]
}

export interface PostgresAnswer {
  /** Blocks that the load began with. */
  readonly blocks: number
  readonly rows: number
  /** Seconds of folding these blocks and of loading them. */
  readonly fold: number
  readonly load: number
  readonly stages: readonly StageAnswer[]
}

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

answer<PostgresRequest>(async ({ url, directory, file, copies, stages }): Promise<PostgresAnswer> => {
  const chain = repeatChain(await readChainFile(file), copies)
  const options = launchpadModels(NETWORK, operations)
  const path = join(directory, 'models-1.db')
  const projector = Projector.open(path, options)
  // Read before, so that nothing but folding is timed.
  const fold = (blocks: readonly ChainBlock[]): Promise<number> => {
    const read = [...logged(blocks)]
    return timed(() => projector.apply(read, { tipHeight: 0 }))
  }
  const reserved = stages.reduce((sum, { blocks, times }) => sum + blocks * times, 0)
  let at = Math.max(1, chain.length - reserved)
  const first = await fold(chain.slice(0, at))
  const reader = openModelsForReading(path)
  const source = new ModelsSource(reader, options)
  const [session, loading] = [await connect(url, true), await connect(url, false)]
  let rows = 0
  const loaded = await timed(() => load(loading, SCHEMA, source, undefined, (done) => (rows = done)))
  const answers: StageAnswer[] = []
  for (const { blocks, times } of stages) {
    let folded = 0
    const each: number[] = []
    for (let time = 0; time < times; time++) {
      folded += await fold(chain.slice(at, at + blocks))
      at += blocks
      each.push(await timed(() => sync(session, SCHEMA, source, true)))
    }
    answers.push({ fold: folded, copy: each.reduce((sum, seconds) => sum + seconds, 0), each })
  }
  for (const one of [session, loading]) abandon(one)
  reader.close()
  projector.close()
  return { blocks: chain.length - reserved, rows, fold: first, load: loaded, stages: answers }
})
