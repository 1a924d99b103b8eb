// `npm run cut-log`, killed in each of its steps: afterwards the log is either still whole or already has a base, and its models are
// undamaged.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { Log } from '../../indexer/log/log.ts'
import { blocksAfter } from '../../indexer/testing/plain-blocks.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { logPath } from '../../scripts/service/settings/data-directory.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { outputOf, runScript, startScript } from '../harness/run-script.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const SLOT = 100_000

const longLog = async (t: TestContext) => {
  const { dataDir } = await foldedRecording(t)
  const log = Log.open(logPath(dataDir), { network: 'devnet', start: 'origin' })
  const { end } = log
  assert.ok(end)
  const last = { point: end, height: end.height, parent: end.id, transactions: [] }
  log.append(blocksAfter(last, SECURITY_PARAMETER).map((block) => ({ kind: 'forward', block })))
  log.close()
  return { NETWORK: 'devnet', CHAIN_FILE: fileURLToPath(CHAIN_FILE), DATA_DIR: dataDir }
}

const baseOf = (dataDir: string) => {
  const log = Log.openForReading(logPath(dataDir), { network: 'devnet' })
  const { base } = log
  log.close()
  return base
}

test('a log is cut whole or not at all, and its models stay', async (t) => {
  const env = await longLog(t)
  const verified = await outputOf('verify', ['--deep'], env)
  for (const step of ['folding the log', 'copying', 'folding the copy']) {
    const { child, stderr, ended } = startScript('cut-log', ['--to', `${SLOT}`], env)
    await until(step, () => stderr().includes(step))
    child.kill('SIGKILL')
    await ended
    const { stdout } = await runScript('verify', [], env)
    assert.equal(stdout, verified, step)
  }
  // The last kill may have come after the log was replaced.
  if (baseOf(env.DATA_DIR) === undefined) {
    const base = JSON.parse(await outputOf('cut-log', ['--to', `${SLOT}`], env))
    assert.deepEqual(base, baseOf(env.DATA_DIR))
  }
  assert.match(baseOf(env.DATA_DIR)?.digest ?? '', /^[0-9a-f]{64}$/)
  assert.equal((await runScript('verify', ['--deep'], env)).stdout, verified)
  await outputOf('rebuild', [], env)
  assert.equal(JSON.parse((await runScript('verify', [], env)).stdout).digest, JSON.parse(verified).digest)
})

test('a base that a fork may undo, that is not on the chain or that goes back is refused', async (t) => {
  const env = await longLog(t)
  const refuse = async (to: readonly string[], message: RegExp): Promise<void> => {
    const { code, stderr } = await runScript('cut-log', to, env)
    assert.equal(code, 1)
    assert.match(stderr, message)
  }
  await refuse([], /^operations.json of this network names no base: give --to a slot or a block\n$/)
  await refuse(
    ['--to', `100000.${'00'.repeat(32)}`],
    /^the log has no block 100000\.0+: give --to another slot or block\n$/,
  )
  await refuse(
    ['--to', '999999'],
    /^a fork may undo block \S+, which is 0 blocks deep: give --to a block at least 2160 blocks/,
  )
  await outputOf('cut-log', ['--to', '20000'], env)
  await refuse(
    ['--to', '10000'],
    /^the base of the log is already at \S+: give --to a later slot or block\n$/,
  )
  await outputOf('cut-log', ['--to', '30000'], env)
})

test('a log that another program reads is refused before anything is folded', async (t) => {
  const env = await longLog(t)
  const reader = new Sqlite(logPath(env.DATA_DIR), { readonly: true })
  t.after(() => reader.close())
  reader.prepare('SELECT 1 FROM log').get()
  const { code, stderr } = await runScript('cut-log', ['--to', `${SLOT}`], env)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^\S+log\.db is locked by another program \(SQLITE_BUSY: .*\): wait for that program or stop it\n$/,
  )
})

test('an own source, which reads whole blocks, is refused with a log that has a base', async (t) => {
  const env = await longLog(t)
  const file = join(temporaryDirectory(t), 'spent.ts')
  const kit = fileURLToPath(new URL('../../projections/own/models.ts', import.meta.url))
  writeFileSync(file, `import { outputs } from '${kit}'\nexport default outputs({ policies: [] })\n`)
  const withSource = { ...env, SOURCE: file }
  const cut = await runScript('cut-log', ['--to', `${SLOT}`], withSource)
  assert.deepEqual(
    [cut.code, cut.stderr],
    [1, 'SOURCE reads whole blocks, and a log with a base keeps only parts: leave the log whole\n'],
  )
  assert.equal(baseOf(env.DATA_DIR), undefined)
  await outputOf('rebuild', [], withSource)
  await outputOf('cut-log', ['--to', `${SLOT}`], env)
  for (const [name, args] of [
    ['rebuild', []],
    ['verify', ['--deep']],
  ] as const) {
    const { code, stderr } = await runScript(name, args, withSource)
    assert.equal(code, 1, name)
    assert.match(
      stderr,
      /(?:^|\n)SOURCE reads whole blocks, and the log keeps only parts of the blocks up to its base: follow the chain again into an empty DATA_DIR\n$/,
    )
  }
})
