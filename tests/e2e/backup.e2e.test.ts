// Backups and snapshots of a running service. A restored service continues like a service that synced itself. An interrupted backup does
// not count as a backup.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readSettings } from '../../schema/config/settings.ts'
import { restore } from '../../scripts/commands/restore.ts'
import type { LaunchpadChain } from '../harness/launchpad-chain.ts'
import { outputOf, runScript, startScript } from '../harness/run-script.ts'
import { startServedChain } from '../harness/served-chain.ts'
import { assertSameAsFresh, startWatched } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const IMAGE = `bafkrei${'a'.repeat(52)}`

const keepForking = async (
  world: LaunchpadChain,
  fork: (depth: number, blocks: ReturnType<LaunchpadChain['branch']>) => void,
  ending: AbortSignal,
): Promise<void> => {
  while (!ending.aborted) {
    const depth = 1 + Math.floor(world.random() * 5)
    world.grow(depth)
    await sleep(150)
    fork(depth, world.branch(depth, depth + 1))
    await sleep(150)
  }
}

const killBackup = async (target: string, env: Readonly<Record<string, string>>): Promise<void> => {
  const { child, ended } = startScript('backup', [target], env)
  while (!existsSync(join(target, 'partial')) && child.exitCode === null) await sleep(1)
  child.kill('SIGKILL')
  await ended
}

/** A limit on file sizes acts like a full disk. */
const backUpToFullDisk = (target: string, env: Readonly<Record<string, string>>) => {
  const run = fileURLToPath(new URL('../../scripts/run-installed.mjs', import.meta.url))
  return promisify(execFile)('prlimit', ['--fsize=50000:', process.execPath, run, 'backup', target], {
    env: { PATH: process.env.PATH, ...env },
  }).then(
    () => assert.fail('it was not refused'),
    (error: Error & { code: number | string }) => error,
  )
}

test('backups of a service that runs', async (t) => {
  const { world, server, faults, follow } = await startServedChain(t, { length: 60 })
  const directory = temporaryDirectory(t)
  const at = (name: string): string => join(directory, name)
  const service = await startWatched(t, follow)
  await service.untilAtTip(world)
  const on = { DATA_DIR: follow.dataDir, NETWORK: 'mainnet' }

  await t.test(
    'what is made while blocks and forks arrive continues to the digest of a service that followed all of them',
    async (t) => {
      mkdirSync(join(follow.dataDir, 'images'), { recursive: true })
      writeFileSync(join(follow.dataDir, 'images', IMAGE), 'an image')
      writeFileSync(join(follow.dataDir, 'images', `${IMAGE}.tmp`), 'half of one')
      const ending = new AbortController()
      const forking = keepForking(world, (depth, blocks) => faults.fork(depth, blocks), ending.signal)
      const made = await Promise.all([
        runScript('backup', [at('backup')], on),
        runScript('snapshot', [at('snapshot.tar.gz')], on),
      ])
      ending.abort()
      await forking
      for (const { code, stdout, stderr } of made) {
        assert.equal(code, 0, stderr)
        const { network, tip, models, files } = JSON.parse(stdout)
        assert.equal(network, 'mainnet')
        assert.ok(tip.height >= models.height)
        assert.match(models.digest, /^[0-9a-f]{16}$/)
        assert.equal(files, 3)
      }
      assert.deepEqual(readdirSync(directory).sort(), ['backup', 'snapshot.tar.gz'])
      assert.deepEqual(readdirSync(at('backup')).sort(), ['images', 'log.db', 'manifest.json', 'models-1.db'])

      world.grow(5)
      await assertSameAsFresh(t, service, world, server.url)
      const { digest } = await service.untilAtTip(world)
      t.mock.method(console, 'log', () => {})
      for (const from of ['backup', 'snapshot.tar.gz']) {
        const dataDir = at(`restored-${from}`)
        await restore(readSettings({ DATA_DIR: dataDir }, []).settings, at(from))
        assert.equal(readFileSync(join(dataDir, 'images', IMAGE), 'utf8'), 'an image')
        const restored = await startWatched(t, { ...follow, dataDir })
        assert.equal((await restored.untilAtTip(world)).digest, digest)
        await restored.close()
      }
    },
  )

  await t.test('an increment that is killed leaves a backup', async (t) => {
    world.grow(3)
    await service.untilAtTip(world)
    await killBackup(at('backup'), on)
    t.mock.method(console, 'log', () => {})
    await restore(readSettings({ DATA_DIR: at('after-kill') }, []).settings, at('backup'))
    const backup = JSON.parse(await outputOf('backup', [at('backup')], on))
    assert.deepEqual(backup.tip, (await service.status()).models)
  })

  await t.test('a killed one is none', async () => {
    let killed: string | undefined
    // A late kill may hit a complete backup.
    for (let attempt = 0; killed === undefined && attempt < 20; attempt++) {
      const target = at(`killed-${attempt}`)
      await killBackup(target, on)
      if (!existsSync(join(target, 'manifest.json'))) killed = target
    }
    assert.ok(killed !== undefined, 'no backup was killed before it ended')
    assert.deepEqual(await runScript('restore', [killed], { DATA_DIR: at('new') }), {
      code: 1,
      stdout: '',
      stderr: `${killed} is not a complete backup: it has no manifest.json\n`,
    })
    assert.ok(!existsSync(at('new')))
  })

  await t.test('a full disk is one line', async (t) => {
    const target = at('full')
    const failure = await backUpToFullDisk(target, on)
    if (failure.code === 'ENOENT') return t.diagnostic('no prlimit here')
    assert.equal(failure.code, 1)
    assert.match(
      String(Object(failure).stderr),
      /^(copying: [^\n]*\n)*\S+\/full\/partial\/(models-1|log)\.db cannot (be read or written|grow, its disk is full) \(SQLITE_[^\n]*\n$/,
    )
    assert.ok(!existsSync(target))
  })
})
