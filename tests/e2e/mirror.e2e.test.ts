// Two indexers, each with its own process and data, and a PostgreSQL copy that one of them writes. After each kill, stop or lost connection
// the copy equals the models again. No reader sees a partial commit.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMirror } from '../../projections/copies/postgres/read-mirror.ts'
import { scanCopy } from '../../projections/copies/postgres/scan-copy.ts'
import { abandon, connect, rowsOf, type Session } from '../../projections/copies/postgres/session.ts'
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresBinaries,
  startPostgres,
} from '../../projections/copies/postgres/testing/postgres-server.ts'
import { openModelsForReading } from '../../projections/engine/file/models-database.ts'
import { scanState } from '../../projections/engine/table/scan.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { startProcess } from '../harness/run-script.ts'
import { startServedChain } from '../harness/served-chain.ts'
import { settingsFor, WatchedService } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const binaries = postgresBinaries()
const skip = binaries === undefined && NO_POSTGRES

const SCHEMA = 'launchpad'
const TABLES = launchpadTables(mainnetOperations)

const BLOCKS = 6

const startIndexer = async (t: TestContext, env: Readonly<Record<string, string>>) => {
  const running = startProcess(t, env)
  const service = new WatchedService(await running.url(), () => undefined)
  return { ...running, service, dataDir: env.DATA_DIR ?? '' }
}

const reading = async <T>({ url }: PostgresServer, read: (session: Session) => Promise<T>): Promise<T> => {
  const session = await connect(url, true)
  try {
    return await read(session)
  } finally {
    abandon(session)
  }
}

const scan = (server: PostgresServer) => reading(server, (session) => scanCopy(session, SCHEMA, TABLES))

/** Each read is of one block. */
const keepReading = async (server: PostgresServer, ending: AbortSignal): Promise<number> => {
  let read = 0
  while (!ending.aborted) {
    const scanned = await scan(server).catch((error: unknown) => {
      assert.ok(!(error instanceof assert.AssertionError))
      return undefined
    })
    if (scanned?.state !== undefined) {
      assert.equal(scanned.digest, scanned.state.digest, 'a reader met half of a commit')
      read++
    }
    await sleep(50)
  }
  return read
}

const leaders = (server: PostgresServer): Promise<number[]> =>
  reading(server, async (session) => {
    const rows = await rowsOf(session, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")
    return rows.map(([pid]) => Number(pid))
  })

type Served = Awaited<ReturnType<typeof startServedChain>>

const growWithForks = (world: Served['world'], faults: Served['faults']): void => {
  for (let made = 0; made < BLOCKS; made++) {
    const depth = 1 + Math.floor(world.random() * 4)
    world.grow(1)
    if (world.random() < 0.4) faults.fork(depth, world.branch(depth, depth + 1))
  }
}

const assertCopied = async (
  server: PostgresServer,
  indexers: readonly { readonly dataDir: string }[],
): Promise<void> => {
  const { digest, tables } = await scan(server)
  for (const { dataDir } of indexers) {
    const models = openModelsForReading(modelsPath(dataDir))
    assert.deepEqual({ digest, tables }, scanState(models, TABLES))
    models.close()
  }
}

test('whatever dies in turn, the copy is what the models are, and readers never meet half of a commit', {
  skip,
}, async (t) => {
  if (binaries === undefined) return
  // The server ends sessions of a stopped leader sooner than by default.
  const server = await startPostgres(binaries, { idle_session_timeout: '4000' })
  t.after(() => server.close())
  const { world, faults, follow } = await startServedChain(t, { length: 60 })
  const env = (name: string) => ({
    ...settingsFor({ ...follow, dataDir: `${temporaryDirectory(t)}/${name}` }),
    COMPONENTS: 'charts',
    POSTGRES_URL: server.url,
  })
  const [envOne, envTwo] = [env('one'), env('two')]
  const grow = (): void => growWithForks(world, faults)
  const tip = () => (world.chain.tip === 'origin' ? '' : world.chain.tip.id)
  const untilCopied = () =>
    until('the copy of the last block', async () => {
      const state = await reading(server, (session) => readMirror(session, SCHEMA))
      return state?.id === tip()
    })

  let one = await startIndexer(t, envOne)
  await untilCopied()
  let two = await startIndexer(t, envTwo)
  const ending = new AbortController()
  const read = keepReading(server, ending.signal)
  await two.service.until('a standby', ({ mirror }) => mirror?.state === 'standby')

  grow()
  await one.kill()
  grow()
  await untilCopied()
  one = await startIndexer(t, envOne)
  await one.service.until('a standby', ({ mirror }) => mirror?.state === 'standby')

  await two.kill()
  await one.service.until('the lead', ({ mirror }) => mirror?.state === 'following')
  grow()
  await untilCopied()
  two = await startIndexer(t, envTwo)
  await two.service.until('a standby', ({ mirror }) => mirror?.state === 'standby')

  const before = await leaders(server)
  one.child.kill('SIGSTOP')
  grow()
  await untilCopied()
  const after = await leaders(server)
  assert.equal(after.length, 1)
  assert.notDeepEqual(after, before)
  one.child.kill('SIGCONT')
  await one.service.until('a standby', ({ mirror }) => mirror?.state === 'standby')
  assert.deepEqual(await leaders(server), after)

  const admin = await connect(server.url, true)
  await rowsOf(admin, 'SELECT pg_terminate_backend($1)', [after[0]])
  abandon(admin)
  grow()
  await untilCopied()

  for (const trouble of ['kill', 'immediate stop', 'silence'] as const) {
    if (trouble === 'kill') server.signal('SIGKILL')
    else if (trouble === 'immediate stop') await server.stop('immediate')
    else server.signal('SIGSTOP')
    grow()
    for (const { service } of [one, two])
      await service.until(
        `the last block, with the server in ${trouble}`,
        ({ models }) => models?.id === tip(),
      )
    if (trouble === 'silence') server.signal('SIGCONT')
    else await server.start()
    await untilCopied()
  }

  ending.abort()
  assert.ok((await read) > 0)
  await assertCopied(server, [one, two])
  for (const { code } of await Promise.all([one.end(), two.end()])) assert.equal(code, 0)
})
