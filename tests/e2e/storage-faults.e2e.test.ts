// The service and the commands report each fault of a data directory's files in one line. Readable data are served, and no good data are
// lost. After the repair, the state equals that of a new service.
import assert from 'node:assert/strict'
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { logPath, modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { outputOf, runScript } from '../harness/run-script.ts'
import { startServedChain } from '../harness/served-chain.ts'
import {
  assertSameAsFresh,
  settingsFor,
  startWatched,
  startWatchedProcess,
} from '../harness/watched-service.ts'
import { hasFileSizeLimit, limitFileSize } from '../kit/file-size-limit.ts'
import { changeDatabase, inDatabase } from '../kit/in-database.ts'
import { smallDisk } from '../kit/small-disk.ts'
import { until } from '../kit/until.ts'

const onMainnet = (dataDir: string) => ({ DATA_DIR: dataDir, NETWORK: 'mainnet' })

const refusedWith = async (name: string, args: readonly string[], dataDir: string): Promise<string> => {
  const { code, stdout, stderr } = await runScript(name, args, onMainnet(dataDir))
  assert.deepEqual([code, stdout], [1, ''], stderr)
  const lines = stderr.trimEnd().split('\n')
  assert.equal(lines.filter((line) => !line.includes(' blocks/s')).length, 1, stderr)
  return lines.at(-1) ?? ''
}

/** @returns the digest of the checkpoint that it prints */
const digestBy = async (name: string, args: readonly string[], dataDir: string): Promise<string> => {
  return JSON.parse(await outputOf(name, args, onMainnet(dataDir))).digest
}

test('a disk without room stops following, not reading, and is waited for', {
  skip: hasFileSizeLimit ? false : 'needs prlimit',
}, async (t) => {
  const { world, server, follow } = await startServedChain(t)
  const service = await startWatchedProcess(t, follow)
  const { models } = await service.untilAtTip(world)
  // Acts like a full disk.
  const sizes = [logPath, modelsPath].map((path) => statSync(`${path(follow.dataDir)}-wal`).size)
  limitFileSize(service.pid, Math.min(...sizes))
  world.grow(20)
  const { problem } = await service.untilUnready(
    'waiting',
    /^\S+\.db cannot (be read or written \(SQLITE_IOERR\S*: disk I\/O error\)|grow, its disk is full \(.*\)): /,
  )
  assert.ok(problem)
  for (const [pkh] of world.owned()) await service.owned(pkh)
  assert.ok(((await service.status()).models?.height ?? 0) >= (models?.height ?? 0))
  limitFileSize(service.pid, 'unlimited')
  await assertSameAsFresh(t, service, world, server.url)
  const { code } = await service.end()
  assert.equal(code, 0)
})

test('a start on a full disk ends with a line that says so, and succeeds once there is room', async (t) => {
  const disk = smallDisk(t, 32 * 1024 * 1024)
  if (disk === undefined) return t.skip('needs root, to mount a disk of its own')
  const { world, server, follow } = await startServedChain(t)
  const dataDir = join(disk.path, 'data')
  const service = await startWatchedProcess(t, { ...follow, dataDir })
  await service.untilAtTip(world)
  await service.kill()
  const shm = ['log.db', 'models-1.db'].map((name) => join(dataDir, `${name}-shm`))
  // A copy of a data directory may lack these files.
  for (const missing of [...shm.map((path) => [path]), shm]) {
    for (const path of missing) rmSync(path)
    disk.fill()
    const settings = { ...settingsFor({ ...follow, dataDir }), LOG_LEVEL: 'silent' }
    const { code, stderr } = await runScript('start', [], settings)
    disk.makeRoom()
    assert.match(
      stderr,
      new RegExp(
        `^${missing[0]?.slice(0, -'-shm'.length)} cannot grow, its disk is full \\(SQLITE_.*\\): make room on the disk\\n$`,
      ),
    )
    assert.equal(code, 1)
    const again = await startWatchedProcess(t, { ...follow, dataDir })
    world.grow(3)
    await again.untilAtTip(world)
    await again.kill()
  }
  await assertSameAsFresh(t, await startWatched(t, { ...follow, dataDir }), world, server.url)
})

test('a data directory that is replaced while the service runs is noticed, and its log can be saved', async (t) => {
  const { world, server, follow } = await startServedChain(t)
  const service = await startWatchedProcess(t, follow)
  await service.untilAtTip(world)
  const saved = `${follow.dataDir}.saved`
  renameSync(follow.dataDir, `${follow.dataDir}.aside`)
  cpSync(`${follow.dataDir}.aside`, follow.dataDir, { recursive: true })
  await service.untilUnready('stopped', /^DATA_DIR was removed, replaced or unmounted .* the ending \.saved:/)
  mkdirSync(saved)
  await until('the saved log', async () => /the log is saved/.test((await service.status()).problem ?? ''))
  assert.deepEqual(readdirSync(saved), ['log.db'])
  for (const [pkh] of world.owned()) await service.owned(pkh)
  const { code, complaints } = await service.end()
  assert.equal(code, 1)
  assert.match(`${complaints.at(-1)}`, /^\S+ was removed, replaced or unmounted while the service ran: /)
  world.grow(5)
  await assertSameAsFresh(t, await startWatched(t, { ...follow, dataDir: saved }), world, server.url)
})

test('a block that cannot be folded stops following there; the service stays, and continues once it can be', async (t) => {
  const { world, server, follow } = await startServedChain(t)
  const service = await startWatched(t, follow)
  const before = await service.untilAtTip(world)
  const path = modelsPath(follow.dataDir)
  const blocks = world.blocksAfter(world.tip, 40)
  const bad = blocks.find(({ json }) => json.includes('"transactions":[{')) ?? assert.fail()
  const { height, point } = bad
  const first = point.slot * 65_536
  inDatabase(path, (database) => {
    const insert = database.prepare('INSERT INTO transactions VALUES (?, zeroblob(32), 1, 0, 0)')
    for (let id = first; id < first + 100; id += 1) insert.run(id)
  })
  for (const block of blocks) world.chain.append(block)
  const says = new RegExp(
    `^block ${point.slot}\\.${point.id} \\(height ${height}\\) cannot be folded ` +
      "\\(SqliteError SQLITE_CONSTRAINT_PRIMARYKEY: UNIQUE constraint failed: transactions.id\\): upgrade, or report it with the block's id$",
  )
  const stopped = await service.untilUnready('stopped', says)
  assert.equal(stopped.models?.height, height - 1)
  assert.ok((stopped.log?.height ?? 0) >= height)
  assert.ok((stopped.models?.height ?? 0) >= (before.models?.height ?? 0))
  for (const [pkh] of world.owned()) await service.owned(pkh)
  await service.close()

  const again = await startWatched(t, follow)
  const { models, digest } = await again.untilUnready('stopped', says)
  assert.deepEqual([models, digest], [stopped.models, stopped.digest])
  await again.close()

  // With the journal, a rollback would restore the deleted rows.
  changeDatabase(
    path,
    `UPDATE control SET journal = 0; DELETE FROM transactions WHERE id BETWEEN ${first} AND ${first + 99}`,
  )
  await assertSameAsFresh(t, await startWatched(t, follow), world, server.url)
})

test('a flipped bit in the log leaves the models that were folded from it', async (t) => {
  const { world, server, follow } = await startServedChain(t)
  const { dataDir } = follow
  const first = await startWatched(t, follow)
  const { digest } = await first.untilAtTip(world)
  assert.equal(await digestBy('verify', ['--deep'], dataDir), digest)
  await first.close()

  const flip = (): void =>
    inDatabase(logPath(dataDir), (database) => {
      const payload = database.prepare('SELECT payload FROM log WHERE seq = 10').pluck().get() as Buffer
      const middle = payload.length >> 1
      payload[middle] = (payload[middle] ?? 0) ^ 0x40
      database.prepare('UPDATE log SET payload = ? WHERE seq = 10').run(payload)
    })
  flip()
  const says =
    /^\S*log\.db is damaged \(row 10 of slot \d+: its checksum is wrong\): restore a backup or a snapshot into another DATA_DIR, or sync again there$/
  assert.match(await refusedWith('rebuild', [], dataDir), says)
  assert.match(await refusedWith('verify', [], dataDir), says)
  const second = await startWatched(t, follow)
  world.grow(5)
  await second.untilAtTip(world)
  await second.close()

  // Without models, the whole log is folded, up to the damaged row.
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${modelsPath(dataDir)}${suffix}`, { force: true })
  const third = await startWatched(t, follow)
  await third.untilUnready('stopped', says)
  await third.close()

  flip()
  await assertSameAsFresh(t, await startWatched(t, follow), world, server.url)
})

test('damaged models are reported by every command, and folded again', async (t) => {
  const { world, server, follow } = await startServedChain(t, { length: 300 })
  const { dataDir } = follow
  const path = modelsPath(dataDir)
  const first = await startWatched(t, follow)
  const { digest } = await first.untilAtTip(world)
  await first.close()
  const whole = readFileSync(path)
  const pageSize = inDatabase(path, (database) => Number(database.pragma('page_size', { simple: true })))
  const rootOf = (table: string): number =>
    inDatabase(path, (database) =>
      Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)),
    )
  const damage = (page: number): void => {
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
    closeSync(file)
  }
  const repair = ': stop the service and run npm run rebuild$'
  damage(rootOf('utxos'))
  assert.match(
    await refusedWith('verify', [], dataDir),
    new RegExp(`^${path} is damaged \\(.*Tree \\d+ .*\\)${repair}`),
  )

  writeFileSync(path, whole)
  damage(rootOf('checkpoint'))
  const { code, stderr } = await runScript('start', [], {
    ...onMainnet(dataDir),
    OGMIOS_URL: server.url,
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  assert.equal(code, 1)
  assert.match(stderr, new RegExp(`^${path} is damaged \\(SQLITE_CORRUPT.*\\)${repair.slice(0, -1)}\\n$`))
  assert.match(await refusedWith('verify', [], dataDir), new RegExp(`^${path} is damaged \\(.*\\)${repair}`))

  writeFileSync(path, whole)
  inDatabase(path, (database) => database.pragma('user_version = 9999'))
  const other = `${path} was made by another version: start the service, which folds the log again`
  assert.equal(await refusedWith('verify', [], dataDir), other)
  assert.equal(await refusedWith('export', ['trades'], dataDir), other)

  writeFileSync(path, 'no database at all, but long enough to be read as the head of one. '.repeat(20))
  assert.match(
    await refusedWith('verify', [], dataDir),
    new RegExp(`^${path} is damaged \\(SQLITE_NOTADB.*\\)${repair}`),
  )
  assert.equal(await digestBy('rebuild', [], dataDir), digest)
  await assertSameAsFresh(t, await startWatched(t, follow), world, server.url)
})
