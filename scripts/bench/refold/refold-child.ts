// The writer's side of folding again: makes a log of a generated chain, and folds it as the indexer does, by a ledger
// and a model of whichever versions are asked for.
import { Log } from '../../../indexer/log/log.ts'
import { Subscription } from '../../../projections/folding/subscription.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { barsModel } from '../../../projections/models/bars.ts'
import { emptyChain, nextBlock, POOR, randomFrom } from '../../../projections/testing/generated-chain.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import type { ChainEvent } from '../../../schema/events.ts'
import { loadOperations } from '../../service/settings/configs.ts'
import { logPath } from '../../service/settings/data-directory.ts'
import { answer } from '../kit/child.ts'

/** Versions of the rules: raised to have the bars, or everything, folded again. */
export interface Versions {
  readonly bars: number
  readonly ledger: number
}

export type RefoldRequest =
  | { readonly kind: 'make'; readonly directory: string; readonly blocks: number }
  | { readonly kind: 'fold'; readonly directory: string; readonly versions: Versions }

export interface FoldAnswer {
  readonly seconds: number
  /** Models that were folded again while others served. */
  readonly refolded: 'all' | readonly string[]
  readonly events: number
  /** Path of a request for the minutes of the pool with the most. */
  readonly path: string
}

const NETWORK = 'mainnet'
const operations = loadOperations(readSettings({}, []).settings, NETWORK)
const SEED = 1
const FIRST_SLOT = 133_000_000

/** Blocks appended to the log at once. */
const BATCH = 500

const makeLog = (directory: string, blocks: number): void => {
  const log = Log.open(logPath(directory), { network: NETWORK, start: 'origin' })
  const random = randomFrom(SEED)
  let made: ChainEvent[] = []
  for (let state = emptyChain(FIRST_SLOT), count = 0; count < blocks; count++) {
    const next = nextBlock(state, random, operations)
    made.push({ kind: 'forward', block: next.block })
    const wallets = next.state.wallets.filter(({ output }) => output.lovelace >= POOR)
    state = { ...next.state, wallets }
    if (made.length < BATCH && count + 1 < blocks) continue
    log.append(made)
    made = []
  }
  log.close()
}

const fold = (directory: string, versions: Versions): FoldAnswer => {
  const log = Log.open(logPath(directory), { network: NETWORK, start: 'origin' })
  const { source, models } = launchpadModels(NETWORK, operations)
  const startedAt = performance.now()
  const subscription = new Subscription({
    network: NETWORK,
    source: { ...source, version: `${source.version} ${versions.ledger}` },
    models: models.map((model) => (model === barsModel ? { ...model, version: versions.bars } : model)),
    directory,
    log: log,
    tipHeight: () => 0,
    onRefold: () => {},
  })
  const refolded = subscription.refolding
  while (subscription.step() !== undefined);
  const seconds = (performance.now() - startedAt) / 1000
  const { database } = subscription
  const busiest = database
    .prepare(
      'SELECT token, min(time) AS first, max(time) AS last FROM bars JOIN pools ON pools.id = pool ' +
        'WHERE resolution = 0 GROUP BY pool ORDER BY count(*) DESC LIMIT 1',
    )
    .get() as { readonly token: string; readonly first: number; readonly last: number }
  const events = database.prepare('SELECT count(*) FROM events').pluck().get() as number
  subscription.close()
  log.close()
  return {
    seconds,
    refolded,
    events,
    path: `/v1/charts/history?base=${busiest.token}&quote=.&resolution=min1&from=${busiest.first}&to=${busiest.last + 60}`,
  }
}

answer<RefoldRequest>((request) =>
  request.kind === 'make'
    ? makeLog(request.directory, request.blocks)
    : fold(request.directory, request.versions),
)
