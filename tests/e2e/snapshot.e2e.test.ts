// A service starts from another service's snapshot. Both give the same responses at the same block. The new service follows the chain, and
// its log folds to the same models.
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { serveFile } from '../harness/file-server.ts'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { responsesOf } from '../harness/responses-of.ts'
import { outputOf, runScript, startScript } from '../harness/run-script.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { changeDatabase } from '../kit/in-database.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const isOfSnapshot = (lack: string): boolean => lack.startsWith('the snapshot is ')

const RECORDED = 190
const BLOCKS = 12

const forge = (from: string, to: string): void => {
  cpSync(from, to, { recursive: true })
  writeFileSync(join(to, 'unverified'), '')
  changeDatabase(
    join(to, 'models-1.db'),
    'UPDATE transactions SET outputs = outputs + 1 WHERE id = (SELECT min(id) FROM transactions)',
  )
}

/** Kills a restore between two renames. The next restore replaces the renamed files. */
const killedRestore = (file: string, env: Readonly<Record<string, string>>) => {
  const kill = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { renameSync } = fs
    fs.renameSync = (from, to) => to.endsWith('/placed/log.db') ? process.kill(process.pid, 'SIGKILL') : renameSync(from, to)
    syncBuiltinESMExports()`
  return runScript('restore', [file], {
    ...env,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(kill)}`,
  })
}

test('a service starts from the snapshot of another, though killed while it fetches, says the same and follows on', async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t), { recorded: RECORDED })
  const directory = temporaryDirectory(t)
  const at = (name: string): string => join(directory, name)
  const on = (name: string) => ({ NETWORK: 'devnet', OGMIOS_URL: devnet.url, DATA_DIR: at(name) })
  const first = await startWatchedWith(t, on('first'))
  await untilAt(first, devnet.chain)
  await devnet.grow(BLOCKS, () => untilAt(first, devnet.chain))
  devnet.fork(3)
  await untilAt(first, devnet.chain)
  const { snapshot } = JSON.parse(await outputOf('snapshot', [at('made.tar.gz')], on('first')))
  const file = readFileSync(at('made.tar.gz'))
  const server = await serveFile(t, file)
  const SNAPSHOT = `${server.url}#sha256=${snapshot.sha256}`

  const fetched = at('second/fetched/snapshot.tar.gz')
  const half = file.length >> 1
  server.next({}, { stopAfter: half })
  const { child, ended, stderr } = startScript('start', [], { ...on('second'), PORT: '0', SNAPSHOT })
  while (!existsSync(fetched) || statSync(fetched).size < half) {
    assert.equal(child.exitCode, null, stderr())
    await sleep(10)
  }
  child.kill('SIGKILL')
  await ended
  assert.deepEqual(readdirSync(at('second')).sort(), ['fetched', 'lock.db', 'partial'])

  server.next()
  const second = await startWatchedWith(t, { ...on('second'), SNAPSHOT })
  assert.deepEqual(server.ranges, ['', `bytes=${half}-`])
  const { lacks: unverified } = await second.status()
  assert.match(unverified.find(isOfSnapshot) ?? '', /^the snapshot is being verified: /)
  const untilSame = async (): Promise<void> => {
    for (const service of [first, second]) await untilAt(service, devnet.chain)
    assert.deepEqual(await responsesOf(second), await responsesOf(first))
  }
  await untilSame()
  devnet.make(2)
  await untilSame()
  devnet.fork(2)
  await untilSame()
  await second.until('the snapshot to be verified', ({ lacks }) => !lacks.some(isOfSnapshot))
  assert.ok(!existsSync(at('second/unverified')) && !existsSync(at('second/verifying')))
  await second.close()

  forge(at('second'), at('forged'))
  const forged = await startWatchedWith(t, on('forged'))
  const { lacks } = await forged.until('the difference', ({ lacks }) =>
    lacks.some((lack) => lack.startsWith('the snapshot is not verified: ')),
  )
  assert.match(
    lacks.find(isOfSnapshot) ?? '',
    /: \S+ is damaged \(\w+ rows (of \w+ )?have digest \w+, but \w+ is stored\): stop the service and run npm run rebuild$/,
  )
  await forged.close()

  const killed = await killedRestore(at('made.tar.gz'), on('placed'))
  assert.equal(killed.code, 'SIGKILL', killed.stderr)
  const names = readdirSync(at('placed'))
  assert.ok(names.includes('models-1.db') && !names.includes('log.db'), `${names}`)
  const placed = await startWatchedWith(t, { ...on('placed'), SNAPSHOT: at('made.tar.gz') })
  await untilAt(placed, devnet.chain)
  assert.deepEqual(await responsesOf(placed), await responsesOf(first))
  assert.ok(!existsSync(at('placed/partial')))
  await placed.close()

  server.next()
  const again = await startWatchedWith(t, { ...on('second'), SNAPSHOT })
  await untilAt(again, devnet.chain)
  assert.deepEqual(server.ranges, [], 'a directory with a log is continued as it is')

  for (const [env, says] of [
    [{ NETWORK: 'preprod' }, /^the file at \S+ is for devnet, but this process is for preprod: /],
    [
      { START_POINT: `1.${'ab'.repeat(32)}` },
      /^the log of the file at \S+ begins at \S+, but START_POINT is 1\.\w+: leave START_POINT out, or use another backup$/,
    ],
    [{ ROLE: 'api' }, /^SNAPSHOT is for the indexer: set it there, or leave it out$/],
  ] as const) {
    const refused = startWatchedWith(t, { ...on('third'), SNAPSHOT, ...env })
    await assert.rejects(refused, { name: 'StartupError', message: says })
    assert.ok(!existsSync(at('third')))
  }
})

test('the snapshot of an earlier release is verified when its models are folded again', async (t) => {
  const DATA_DIR = temporaryDirectory(t)
  const release = fileURLToPath(new URL('../../fixtures/upgrade/0.2.0', import.meta.url))
  for (const name of ['log.db', 'models-1.db'])
    writeFileSync(join(DATA_DIR, name), brotliDecompressSync(readFileSync(join(release, `${name}.br`))))
  writeFileSync(join(DATA_DIR, 'unverified'), '')
  const service = await startWatchedWith(t, {
    NETWORK: 'devnet',
    CHAIN_FILE: fileURLToPath(CHAIN_FILE),
    DATA_DIR,
  })
  const { lacks } = await service.until(
    'the verification to end',
    ({ lacks }) => !lacks.some((lack) => lack.startsWith('the snapshot is being verified: ')),
  )
  assert.deepEqual(lacks.filter(isOfSnapshot), [])
  assert.ok(!existsSync(join(DATA_DIR, 'unverified')))
})
