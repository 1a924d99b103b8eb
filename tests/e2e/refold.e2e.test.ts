// An upgrade while clients are connected. The source changes a model or the ledger. The new service folds again while it serves the old
// models. Charts are requested continuously, and the service is killed in the middle.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { readGenerations } from '../../projections/engine/file/generations.ts'
import { openModelsForReading } from '../../projections/engine/file/models-database.ts'
import { modelsFile, modelsFiles } from '../../projections/engine/file/models-files.ts'
import { changeSource, copySource, type SourceChange } from '../harness/changed-source.ts'
import { recordedBeginning } from '../harness/recorded-beginning.ts'
import { outputOf, startProcess } from '../harness/run-script.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { TEST_TIMEOUT_MS } from '../kit/test-timeout.ts'

const POLL_INTERVAL_MS = 25

const ASKED_MEANWHILE = 10

interface Status {
  readonly state: string
  readonly refolding: unknown
  readonly digest: string
}

interface Bar {
  readonly volume: string
}

const doubled = (bars: readonly Bar[]): Bar[] =>
  bars.map((bar) => ({ ...bar, volume: String(2n * BigInt(bar.volume)) }))

/** Path and volumes of the one-minute bars of the pool with the most bars. */
const busiest = (path: string): { readonly path: string; readonly volumes: readonly string[] } => {
  const database = openModelsForReading(path)
  const { pool, token, first, last } = database
    .prepare(
      'SELECT pool, token, min(time) AS first, max(time) AS last FROM bars JOIN pools ON pools.id = pool ' +
        'WHERE resolution = 0 GROUP BY pool ORDER BY count(*) DESC LIMIT 1',
    )
    .get() as {
    readonly pool: number
    readonly token: string
    readonly first: number
    readonly last: number
  }
  const volumes = database
    .prepare('SELECT CAST(volume AS TEXT) FROM bars WHERE pool = ? AND resolution = 0 ORDER BY time')
    .pluck()
    .all(pool) as string[]
  database.close()
  return {
    path: `/v1/charts/history?base=${token}&quote=.&resolution=min1&from=${first}&to=${last + 60}`,
    volumes,
  }
}

const BLOCKS = 700
const HELD_AT = 50_000

/** Pauses a fold in the middle of a batch while the file HOLD exists. */
const HOLD = `while (process.env.HOLD && slot > ${HELD_AT} && existsSync(process.env.HOLD))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)`
const IMPORT = "import { existsSync } from 'node:fs'\n"

const BARS = 'projections/models/bars.ts'
const BARS_CHANGE: readonly SourceChange[] = [
  { path: BARS, from: 'version: 3,', to: 'version: 1_003,' },
  { path: BARS, from: 'import { amount', to: `${IMPORT}import { amount` },
  {
    path: BARS,
    from: 'moved(prices, before, after), lovelace)',
    to: `moved(prices, before, after), 2n * lovelace)
      const { slot } = block
      ${HOLD}`,
  },
  { path: BARS, from: 'prices ?? flat, lovelace)', to: 'prices ?? flat, 2n * lovelace)' },
  // The chain is short, so smaller batches let some be complete before the kill.
  {
    path: 'projections/engine/fold/models-folding.ts',
    from: 'EVENTS_AT_ONCE = 5_000',
    to: 'EVENTS_AT_ONCE = 20',
  },
  {
    path: 'projections/engine/fold/fold-blocks.ts',
    from: 'BLOCKS_AT_ONCE = 1_000',
    to: 'BLOCKS_AT_ONCE = 100',
  },
]

const LEDGER = 'projections/ledger/launchpad-ledger.ts'
const LEDGER_CHANGE: readonly SourceChange[] = [
  { path: LEDGER, from: 'LEDGER_VERSION = ', to: 'LEDGER_VERSION = 1_000 + ' },
  { path: LEDGER, from: 'import type { OperationsConfig }', to: `${IMPORT}import type { OperationsConfig }` },
  {
    path: LEDGER,
    from: 'if (own === undefined) return interpret(protocol, registry, views)\n',
    to: `${HOLD}
          if (own === undefined) return interpret(protocol, registry, views).map((event) =>
            event.kind === 'traded' || event.kind === 'matched'
              ? { ...event, lovelace: 2n * event.lovelace }
              : event)\n`,
  },
]

const modelProgress = (dataDir: string): { readonly number: number; readonly slot: number } | undefined => {
  const database = openModelsForReading(modelsFile(dataDir, 1).path)
  const folding = readGenerations(database).find(({ state }) => state === 'folding')
  database.close()
  return folding === undefined ? undefined : { number: folding.generation, slot: folding.slot }
}

const fileProgress = (dataDir: string): ReturnType<typeof modelProgress> => {
  const [, next] = modelsFiles(dataDir)
  if (next === undefined) return undefined
  const database = openModelsForReading(next.path)
  const slot = database.prepare('SELECT slot FROM checkpoint').pluck().get()
  database.close()
  return { number: next.number, slot: typeof slot === 'number' ? slot : -1 }
}

interface Upgraded {
  readonly directory: string
  readonly source: string
  readonly env: Readonly<Record<string, string>>
  readonly dataDir: string
  readonly path: string
}

const verify = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  source: string,
): Promise<string> => {
  return JSON.parse(await outputOf('verify', args, env, source)).digest
}

const upgrade = async (
  t: TestContext,
  { directory, source, env, dataDir, path }: Upgraded,
  changes: readonly SourceChange[],
  refolding: unknown,
  progress: (dataDir: string) => { readonly number: number; readonly slot: number } | undefined,
  verification: readonly string[],
): Promise<{
  readonly before: readonly Bar[]
  readonly after: readonly Bar[]
  readonly digest: string
}> => {
  const hold = join(directory, 'hold')
  changeSource(source, changes)
  writeFileSync(hold, '')
  const end = Date.now() + TEST_TIMEOUT_MS
  const start = async () => {
    const running = startProcess(t, { ...env, HOLD: hold }, source)
    return { ...running, url: await running.url() }
  }
  const ask = async (url: string): Promise<{ readonly status: Status; readonly bars: readonly Bar[] }> => {
    assert.ok(Date.now() < end, 'it never came to an end')
    await sleep(POLL_INTERVAL_MS)
    const status = (await (await fetch(`${url}/status`)).json()) as Status
    const response = await fetch(url + path)
    assert.equal(response.status, 200)
    return { status, bars: (await response.json()) as Bar[] }
  }
  let before: readonly Bar[] | undefined
  const assertOld = ({ status, bars }: Awaited<ReturnType<typeof ask>>): void => {
    before ??= bars
    assert.deepEqual(bars, before)
    assert.deepEqual(status.refolding, refolding)
    // A paused fold sends no report, so its state becomes `silent`.
    if (status.state !== 'silent') assert.equal(status.state === 'rebuilding', refolding === 'all')
  }

  const first = await start()
  do assertOld(await ask(first.url))
  while ((progress(dataDir)?.slot ?? -1) < HELD_AT / 2)
  await first.kill()

  // The fold continued until the kill.
  const reached = progress(dataDir)
  const second = await start()
  for (let asked = 0; asked < ASKED_MEANWHILE; asked++) assertOld(await ask(second.url))
  assert.equal(progress(dataDir)?.number, reached?.number)
  rmSync(hold)
  let now = await ask(second.url)
  for (const after = doubled(before ?? []); !isDeepStrictEqual(now.bars, after); now = await ask(second.url))
    assertOld(now)
  const { bars } = now
  // After the upgrade only the new rows are served, and the service is healthy.
  while (!isDeepStrictEqual([now.status.refolding, now.status.state], [[], 'following'])) {
    now = await ask(second.url)
    assert.deepEqual(now.bars, bars)
  }
  // The first status may have had an older digest.
  const { digest: last } = (await ask(second.url)).status
  const { code, stderr } = await second.end()
  assert.equal(code, 0, stderr)
  assert.equal(await verify(verification, env, source), last)
  return { before: before ?? [], after: bars, digest: last }
}

test('models and ledger are folded again beside what serves, through a kill, and no answer is missed', async (t) => {
  const directory = temporaryDirectory(t)
  const source = join(directory, 'source')
  const dataDir = join(directory, 'data')
  const folding = { NETWORK: 'devnet', CHAIN_FILE: await recordedBeginning(t, BLOCKS), DATA_DIR: dataDir }
  const env = { ...folding, PORT: '0' }
  const { digest } = JSON.parse(await outputOf('replay', [], folding))
  const { path, volumes } = busiest(modelsFile(dataDir, 1).path)
  assert.ok(volumes.some((volume) => volume !== '0'))
  copySource(source)
  const upgraded = { directory, source, env, dataDir, path }

  const model = await upgrade(t, upgraded, BARS_CHANGE, ['bars'], modelProgress, ['--deep'])
  assert.deepEqual(
    model.before.map(({ volume }) => volume),
    volumes,
  )
  assert.notEqual(model.digest, digest)
  assert.deepEqual(modelsFiles(dataDir), [modelsFile(dataDir, 1)])

  // The rows were folded from the whole log.
  const ledger = await upgrade(t, upgraded, LEDGER_CHANGE, 'all', fileProgress, [])
  assert.deepEqual(ledger.before, model.after)
  assert.notEqual(ledger.digest, model.digest)
  assert.deepEqual(modelsFiles(dataDir), [modelsFile(dataDir, 2)])
})
