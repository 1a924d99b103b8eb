// A restore refuses a backup or snapshot that is damaged, foreign or of another network, and a directory that is not empty. Each refusal is
// one line, and no file is written.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import type Database from 'better-sqlite3'
import { pack } from 'tar-stream'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { changeDatabase, inDatabase } from '../../tests/kit/in-database.ts'
import { backup } from '../commands/backup.ts'
import { newIndexer } from '../commands/new-indexer.ts'
import { restore } from '../commands/restore.ts'
import { snapshot } from '../commands/snapshot.ts'
import { copyDatabase } from './copy-database.ts'
import { checkRoom } from './file-problem.ts'
import { backupScene, settingsOf } from './testing/backup-scene.ts'

test('too little room is stated in gigabytes', () => {
  assert.throws(
    () => checkRoom('/', 2e18),
    /^StartupError: \/ has room for \d+\.\d\d GB, and 2000000000\.00 GB are needed: make room, or choose another disk$/,
  )
})

test('a copied share grows from 0 to 1', async (t) => {
  const { at } = backupScene(t)
  changeDatabase(at('large.db'), 'CREATE TABLE bytes AS SELECT zeroblob(20000000)')
  const shares: number[] = []
  await copyDatabase(at('large.db'), at('copy.db'), 'log', (share) => shares.push(share))
  assert.deepEqual([shares.toSorted((a, b) => a - b), shares.at(-1)], [shares, 1])
  assert.ok(shares.length > 1 && shares.every((share) => share >= 0 && share <= 1), String(shares))
})

test('what cannot be read or made is one line, and not called incomplete', async (t) => {
  const { at, makeData, refusalOf } = backupScene(t)
  makeData()
  mkdirSync(at('backup/manifest.json'), { recursive: true })
  assert.equal(
    await refusalOf(restore(settingsOf(at('new')), at('backup'))),
    'backup cannot be read or written (EISDIR: illegal operation on a directory, read): check the path',
  )
  writeFileSync(at('file'), '')
  assert.match(
    await refusalOf(Promise.resolve().then(() => newIndexer(at('file')))),
    /^file cannot be read or written \(ENOTDIR: .*\): check the path$/,
  )
})

test('a damaged, foreign or other backup is refused, and DATA_DIR is not made', async (t) => {
  const { at, makeData, refusalOf } = backupScene(t)
  const data = makeData()
  await backup(data, at('backup'))
  await snapshot(data, at('snapshot.tar.gz'))
  const good = readFileSync(at('snapshot.tar.gz'))
  const refused = async (path: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const message = await refusalOf(restore(settingsOf(at('new'), env), path))
    assert.ok(!existsSync(at('new')), message)
    return message
  }
  const archive = async (entries: Readonly<Record<string, string>>): Promise<Buffer> => {
    const made = pack()
    for (const [name, text] of Object.entries(entries)) made.entry({ name }, text)
    made.finalize()
    const chunks: Uint8Array[] = []
    for await (const chunk of made) chunks.push(Buffer.from(chunk as Uint8Array))
    return gzipSync(Buffer.concat(chunks))
  }
  const changed = (bytes: Buffer, at: number, by: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ by
    return copy
  }
  const { files, ...manifest } = JSON.parse(readFileSync(at('backup/manifest.json'), 'utf8'))
  const bare = { ...manifest, files: files.map((one: object) => ({ ...one, bytes: 1 })) }
  const archiveOf = (made: object, more: Readonly<Record<string, string>> = {}) =>
    archive({ 'manifest.json': JSON.stringify(made), ...more })
  const tar = gunzipSync(good)
  const foreign = /^file is not a backup or snapshot of this service: give the path of one$/
  const hostile = /^file is damaged \(".+" is not in its manifest\)/
  const damaged = /^file is damaged \(.+\): copy it again, or use another$/
  const archives: readonly (readonly [says: RegExp, bytes: Uint8Array | string])[] = [
    ...[0.3, 0.6, 0.9].map(
      (part) => [damaged, gzipSync(changed(tar, Math.floor(tar.length * part), 1))] as const,
    ),
    [damaged, changed(good, good.length >> 1, 0xff)],
    [damaged, good.subarray(0, -1_000)],
    [foreign, 'hello'],
    [foreign, ''],
    [foreign, await archive({ 'log.db': 'x' })],
    [hostile, await archiveOf(bare, { 'log.db': 'longer' })],
    [hostile, await archiveOf(bare, { '../outside': 'longer' })],
    [foreign, await archiveOf({ ...manifest, files: [...files, { ...files[0], name: '../outside' }] })],
    [
      /^file was made by a newer version \(format 3, this version reads up to 2\): upgrade first$/,
      await archiveOf({ ...bare, formatVersion: 3 }),
    ],
  ]
  for (const [says, bytes] of archives) {
    writeFileSync(at('file'), bytes)
    assert.match(await refused(at('file')), says)
  }

  cpSync(at('backup'), at('changed'), { recursive: true })
  const otherTip = { ...manifest, files, tip: { ...manifest.tip, height: 1 } }
  writeFileSync(at('changed/manifest.json'), JSON.stringify(otherTip))
  const paths: readonly (readonly [says: RegExp, name: string, network?: string])[] = [
    [/^missing cannot be read or written \(ENOENT[^)]*\): check the path$/, 'missing'],
    [/^backup is for mainnet, but this process is for preprod: change one of them$/, 'backup', 'preprod'],
    [
      /^changed is damaged \(its blocks differ from those in its manifest\): copy it again, or use another$/,
      'changed',
    ],
    [/^data is not a complete backup: it has no manifest\.json$/, 'data'],
  ]
  for (const [says, name, network] of paths)
    assert.match(await refused(at(name), network === undefined ? {} : { NETWORK: network }), says)
})

test('a place that holds something is left as it is', async (t) => {
  const { at, makeData, refusalOf } = backupScene(t)
  const data = makeData()
  await backup(data, at('backup'))
  mkdirSync(at('used'))
  writeFileSync(at('used/log.db'), 'mine')
  const occupied = 'used is not empty (log.db): choose a new directory, or an empty one'
  assert.equal(await refusalOf(restore(settingsOf(at('used')), at('backup'))), occupied)
  assert.equal(await refusalOf(backup(data, at('used'))), occupied)
  assert.deepEqual(readdirSync(at('used')), ['log.db'])
  mkdirSync(at('mine/partial'), { recursive: true })
  assert.equal(
    await refusalOf(backup(data, at('mine'))),
    occupied.replace('used', 'mine').replace('log.db', 'partial'),
  )
  assert.equal(
    await refusalOf(snapshot(data, at('used/log.db'))),
    'used/log.db exists: choose another name, for example with the date',
  )
  mkdirSync(at('x.tar.gz.partial'))
  assert.equal(
    await refusalOf(snapshot(data, at('x.tar.gz'))),
    'x.tar.gz.partial belongs to a snapshot that is being made or was interrupted: remove the directory, or choose another name',
  )
  assert.equal(readFileSync(at('used/log.db'), 'utf8'), 'mine')
  const nothing = settingsOf(at('nothing'))
  assert.equal(
    await refusalOf(backup(nothing, at('new'))),
    'there is no log in nothing: set DATA_DIR to a directory with a log',
  )
  assert.ok(!existsSync(at('new')))
})

test('a backup whose models have a trigger, or an index that names other rows, is not restored', async (t) => {
  const { at, makeData, refusalOf } = backupScene(t)
  const data = makeData()
  await backup(data, at('backup'))
  const name = 'models-1.db'
  const whole = readFileSync(at(`backup/${name}`))
  /** Writes the new hash of the changed file into the manifest. */
  const forge = (change: (models: Database.Database) => void): void => {
    const path = at(`backup/${name}`)
    writeFileSync(path, whole)
    inDatabase(path, change)
    const manifest = JSON.parse(readFileSync(at('backup/manifest.json'), 'utf8'))
    const bytes = readFileSync(path)
    Object.assign(manifest.files.find((file: { readonly name: string }) => file.name === name) ?? {}, {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    writeFileSync(at('backup/manifest.json'), JSON.stringify(manifest))
  }
  forge((models) =>
    models.exec(
      'CREATE TRIGGER t1 AFTER UPDATE ON checkpoint WHEN new.height > 999 BEGIN UPDATE control SET journal = 0; END',
    ),
  )
  assert.match(
    await refusalOf(restore(settingsOf(at('new')), at('backup'))),
    /^\S+models-1\.db is damaged \(this version makes no trigger t1 like the one in it: it is another database, or somebody else has changed it\)/,
  )
  forge((models) => {
    const roots = models
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'transactions_hash'")
      .pluck()
    const index = roots.get()
    models.pragma('writable_schema = ON')
    models.prepare("UPDATE sqlite_schema SET rootpage = ? WHERE name = 'blocks_height'").run(index)
  })
  assert.match(
    await refusalOf(restore(settingsOf(at('new')), at('backup'))),
    /^\S+models-1\.db is damaged \(/,
  )
  assert.ok(!existsSync(at('new')))
})

test('models that this version would fold again are handed on with a notice, and models that are damaged are not', async (t) => {
  const { at, makeData, notices, refusalOf } = backupScene(t)
  const data = makeData()
  const file = at('operations.json')
  const deployedSlot = mainnetOperations.deployedSlot + 1
  writeFileSync(file, JSON.stringify({ ...mainnetOperations, deployedSlot }))
  const other = { ...data, OPERATIONS_CONFIG: file }
  await backup(other, at('backup'))
  await restore(settingsOf(at('new'), { OPERATIONS_CONFIG: file }), at('backup'))
  const notice =
    'the digest was not computed from the rows: the models are folded again, in part or whole, when the service runs'
  assert.deepEqual(notices, ['checking the copy', notice, notice])
  await restore(settingsOf(at('same')), at('backup'))
  assert.deepEqual(readdirSync(at('same')).sort(), ['log.db', 'models-1.db'])

  changeDatabase(at('data/models-1.db'), "UPDATE checkpoint SET digest = 'ffffffffffffffff'")
  assert.match(
    await refusalOf(backup(data, at('wrong'))),
    /^\S+models-1\.db is damaged \(its rows have digest [0-9a-f]{16}, but f{16} is stored\): /,
  )
  rmSync(at('data/models-1.db'))
  writeFileSync(at('data/log.db'), 'no database at all, but longer than its header'.repeat(10))
  assert.match(await refusalOf(backup(data, at('wrong'))), /^\S+log\.db is damaged \(SQLITE_NOTADB: /)
  assert.ok(!existsSync(at('wrong')))
})
