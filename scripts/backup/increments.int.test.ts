// Increments of a backup, and restores to a block. A log restored from a backup with increments must equal the original log. Folding the
// restored log gives the service's digest at that block. This must hold with any forks in between, and after a kill at any point of a
// backup.
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import type { ChainEvent } from '../../schema/events.ts'
import { inDatabase } from '../../tests/kit/in-database.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { runs, seedOf } from '../../tests/kit/random-runs.ts'
import { backup } from '../commands/backup.ts'
import { restore } from '../commands/restore.ts'
import { verify } from '../commands/verify.ts'
import { chainAfter, forward, openDirectory, START } from '../service/testing/open-directory.ts'
import { makeBackup } from './make-backup.ts'
import { backupScene, settingsOf } from './testing/backup-scene.ts'

const growingDirectory = (dataDir: string, random: () => number) => {
  mkdirSync(dataDir)
  const chain = chainAfter(random)
  const digests = new Map<string, string | undefined>()
  return {
    chain: () =>
      chain.blocks.map(({ point, height }) => ({ ...point, height, digest: digests.get(point.id) })),
    grow(count: number): void {
      const opened = openDirectory(dataDir)
      for (let made = 0; made < count; made++) {
        const events: ChainEvent[] = []
        const depth = made % 4 === 2 ? 1 + Math.floor(random() * 3) : 0
        if (depth > 0 && chain.length > depth) {
          chain.undo(depth)
          const { slot, id } = chain.stateAfter().tip
          events.push({ kind: 'backward', point: { slot, id } })
        }
        const checkpoint = opened.fold([...events, ...chain.grow(1).map(forward)])
        digests.set(checkpoint?.id ?? '', checkpoint?.digest)
      }
      opened.close()
    },
  }
}

const rowsOf = (dataDir: string): unknown[] =>
  inDatabase(join(dataDir, 'log.db'), (log) => log.prepare('SELECT * FROM log ORDER BY seq').all())

const foldedTo = (dataDir: string) => {
  const opened = openDirectory(dataDir)
  const { slot, id, height, digest } = opened.fold() ?? assert.fail()
  opened.close()
  return { slot, id, height, digest }
}

const setUp = (t: TestContext) => {
  const scene = backupScene(t)
  const { at } = scene
  return {
    ...scene,
    world: growingDirectory(at('data'), randomFrom(seedOf(t))),
    data: settingsOf(at('data')),
  }
}

const IMAGE = `images/bafkrei${'a'.repeat(52)}`

test('a backup takes in what has grown since, with forks between, and is restored to its tip and to each block', async (t) => {
  const { at, data, world, summary } = setUp(t)
  world.grow(9)
  await backup(data, at('backup'))
  const base = readFileSync(at('backup/log.db'))
  // A backup in an earlier format can also be continued.
  const first = readFileSync(at('backup/manifest.json'), 'utf8')
  writeFileSync(at('backup/manifest.json'), first.replace('"formatVersion": 2', '"formatVersion": 1'))
  for (let round = 0; round < 3; round++) {
    world.grow(5)
    mkdirSync(at('data/images'), { recursive: true })
    if (round === 1) writeFileSync(at(`data/${IMAGE}`), 'an image')
    await backup(data, at('backup'))
  }
  const [rows, chain] = [rowsOf(at('data')), world.chain()]
  assert.deepEqual([summary().tip.id, summary().formatVersion], [chain.at(-1)?.id, 2])
  const files = readdirSync(at('backup')).sort()
  await backup(data, at('backup'))
  assert.deepEqual(readdirSync(at('backup')).sort(), files)
  assert.equal(files.filter((name) => /^log-\d+\.db$/.test(name)).length, 3)
  assert.ok(readFileSync(at('backup/log.db')).equals(base))

  await restore(settingsOf(at('whole')), at('backup'))
  assert.deepEqual(readdirSync(at('whole')).sort(), ['images', 'log.db', 'models-1.db'])
  assert.equal(readFileSync(at(`whole/${IMAGE}`), 'utf8'), 'an image')
  assert.deepEqual(rowsOf(at('whole')), rows)
  assert.deepEqual(foldedTo(at('whole')), chain.at(-1))

  for (const [index, block] of chain.entries()) {
    if (index % 3 !== 0) continue
    const to = `${block.slot}${index % 2 === 0 ? '' : `.${block.id}`}`
    await restore(settingsOf(at(to)), at('backup'), to)
    const { slot, id, height } = block
    assert.deepEqual(summary().tip, { slot, id, height })
    const cut = rowsOf(at(to))
    assert.deepEqual(cut, rows.slice(0, cut.length))
    assert.deepEqual(foldedTo(at(to)), block)
  }
})

test('a backup has one state of the log and models that follow from it, though blocks and forks come between all its steps', async (t) => {
  const { at, world } = setUp(t)
  const random = randomFrom(seedOf(t) + 2)
  world.grow(6)
  for (let round = 0; round < runs(2); round++) {
    const seen = new Map(world.chain().map((block) => [block.id, block]))
    const between = (): void => {
      world.grow(Math.floor(random() * 4))
      for (const block of world.chain()) seen.set(block.id, block)
    }
    const [into, whole] = [at(`backup ${round}`), at(`whole ${round}`)]
    mkdirSync(into)
    const options = { dataDir: at('data'), network: 'mainnet', operations: mainnetOperations } as const
    const steps = { onProgress: between, onNotice: between }
    const { tip } = await makeBackup({ ...options, into, ownModels: [], ...steps })
    await restore(settingsOf(whole), into)
    const rows = rowsOf(whole)
    assert.deepEqual(rows, rowsOf(at('data')).slice(0, rows.length))
    assert.deepEqual(foldedTo(whole), seen.get(tip.id))
  }
})

test('models that are older than a day are copied again, and a restored service continues them', async (t) => {
  const { at, data, world, summary } = setUp(t)
  world.grow(6)
  await backup(data, at('backup'))
  world.grow(3)
  const { slot: last } = world.chain().at(-1) ?? assert.fail()
  for (const [age, name] of [
    [86_399, 'models-1.db'],
    [86_400, 'models-2.db'],
    [0, 'models-2.db'],
  ] as const) {
    const manifest = JSON.parse(readFileSync(at('backup/manifest.json'), 'utf8'))
    if (age > 0) manifest.models.slot = last - age
    writeFileSync(at('backup/manifest.json'), JSON.stringify(manifest))
    await backup(data, at('backup'))
    assert.deepEqual(
      readdirSync(at('backup')).filter((file) => file.startsWith('models')),
      [name],
    )
  }
  const { slot, id, height, digest } = world.chain().at(-1) ?? assert.fail()
  assert.deepEqual(summary().models, { slot, id, height, digest })
  await restore(settingsOf(at('whole')), at('backup'))
  assert.deepEqual(readdirSync(at('whole')).sort(), ['log.db', 'models-2.db'])
  assert.deepEqual(foldedTo(at('whole')), { slot, id, height, digest })
})

test('a backup with increments is verified as a whole, also if its models end in an increment', async (t) => {
  const { at, data, world, summary, notices, refusalOf } = setUp(t)
  const check = (isDeep = false) => verify(settingsOf(at('backup')), { isDeep, hasCopy: false })
  world.grow(6)
  await backup(data, at('backup'))
  await check()
  assert.equal(notices.at(-1), `${at('backup')}: log, models and images are undamaged`)
  const manifest = JSON.parse(readFileSync(at('backup/manifest.json'), 'utf8'))
  manifest.models.slot -= 86_400
  writeFileSync(at('backup/manifest.json'), JSON.stringify(manifest))
  world.grow(3)
  await backup(data, at('backup'))
  world.grow(3)
  await backup(data, at('backup'))
  const { models } = summary()
  await check()
  assert.equal(notices.at(-1), `${at('backup')}: every file is as it was backed up`)
  assert.deepEqual(summary(), models)
  assert.equal(
    await refusalOf(check(true)),
    'backup has increments, and its log can only be folded after a restore: restore it, then verify the restored directory',
  )
  const part =
    readdirSync(at('backup'))
      .filter((name) => /^log-/.test(name))
      .at(-1) ?? assert.fail()
  const bytes = readFileSync(at(`backup/${part}`))
  writeFileSync(at(`backup/${part}`), Buffer.from(bytes.map((byte, at) => (at === 9_000 ? byte ^ 1 : byte))))
  assert.equal(
    await refusalOf(check()),
    `backup is damaged (${part} is not the file that was backed up): make a new backup in another directory`,
  )
})

test('a backup that was killed anywhere leaves the earlier one, which the next continues', async (t) => {
  const { at, data, world } = setUp(t)
  world.grow(6)
  await backup(data, at('backup'))
  cpSync(at('backup'), at('earlier'), { recursive: true })
  const earlier = rowsOf(at('data'))
  world.grow(6)
  await backup(data, at('backup'))
  // Everything that a killed backup can leave. The old manifest remains.
  for (const name of readdirSync(at('backup')))
    if (name !== 'manifest.json') cpSync(at(`backup/${name}`), at(`earlier/${name}`), { recursive: true })
  mkdirSync(at('earlier/partial'))
  writeFileSync(at('earlier/partial/log.db'), 'half')
  writeFileSync(at('earlier/lock.db'), '')
  writeFileSync(at('earlier/manifest.json.new'), '{')
  const [part = assert.fail()] = readdirSync(at('earlier')).filter((name) => /^log-/.test(name))
  writeFileSync(at(`earlier/${part}`), 'half')
  await restore(settingsOf(at('old')), at('earlier'))
  assert.deepEqual(rowsOf(at('old')), earlier)
  world.grow(2)
  await backup(data, at('earlier'))
  await restore(settingsOf(at('new')), at('earlier'))
  assert.deepEqual(rowsOf(at('new')), rowsOf(at('data')))
  assert.ok(!existsSync(at('earlier/partial')))
})

test('a backup of another log, a damaged one, and a block that is not on the chain are refused', async (t) => {
  const { at, data, world, refusalOf } = setUp(t)
  world.grow(6)
  await backup(data, at('backup'))
  cpSync(at('data'), at('other'), { recursive: true })
  world.grow(3)
  await backup(data, at('backup'))
  const manifest = readFileSync(at('backup/manifest.json'), 'utf8')
  const [part = assert.fail()] = readdirSync(at('backup')).filter((name) => /^log-/.test(name))

  // The chain forked at the end of the backup, and each log followed another branch.
  const other = openDirectory(at('other'))
  const end = other.log.end ?? assert.fail()
  const [block = assert.fail()] = chainAfter(randomFrom(seedOf(t) + 1), end).grow(1)
  other.log.append([forward(block)])
  other.close()
  const remedy = 'make a new backup in another directory'
  assert.equal(
    await refusalOf(backup(settingsOf(at('other')), at('backup'))),
    `backup is a backup of another log than other/log.db, or of the same log with another base: ${remedy}`,
  )
  assert.equal(
    await refusalOf(backup(settingsOf(at('none')), at('backup'))),
    'there is no log in none: set DATA_DIR to a directory with a log',
  )

  const [first = assert.fail()] = world.chain()
  for (const [to, says] of [
    [
      String(first.slot - 1),
      `backup has no block at slot ${first.slot - 1} or before it: choose a later slot, at most ${world.chain().at(-1)?.slot}`,
    ],
    [
      `${first.slot}.${block.point.id}`,
      `block ${first.slot}.${block.point.id} is not on the chain of backup: choose another, or a slot`,
    ],
  ] as const)
    assert.equal(await refusalOf(restore(settingsOf(at('new')), at('backup'), to)), says)
  const START_POINT = `${first.slot}.${first.id}`
  assert.equal(
    await refusalOf(restore(settingsOf(at('new'), { START_POINT }), at('backup'))),
    `the log of backup begins at ${START.slot}.${START.id}, but START_POINT is ${START_POINT}: leave START_POINT out, or use another backup`,
  )
  await restore(settingsOf(at('same'), { START_POINT: `${START.slot}.${START.id}` }), at('backup'))

  const bytes = readFileSync(at(`backup/${part}`))
  for (const damage of [
    bytes.subarray(0, -1),
    Buffer.from(bytes.map((byte, at) => (at === 9_000 ? byte ^ 1 : byte))),
  ]) {
    writeFileSync(at(`backup/${part}`), damage)
    const damaged = `backup is damaged (${part} is not the file that was backed up): `
    assert.equal(await refusalOf(backup(data, at('backup'))), `${damaged}${remedy}`)
    assert.equal(
      await refusalOf(restore(settingsOf(at('new')), at('backup'))),
      `${damaged}copy it again, or use another`,
    )
  }
  writeFileSync(at(`backup/${part}`), bytes)
  const { files, ...rest } = JSON.parse(manifest)
  const without = files.filter(({ name }: { name: string }) => name !== part)
  cpSync(at('backup/log.db'), at('backup/log-1.db'))
  for (const changed of [
    { ...rest, files: without },
    { ...rest, files: [...without, { ...without[0], name: 'log-1.db' }] },
  ]) {
    writeFileSync(at('backup/manifest.json'), JSON.stringify(changed))
    assert.match(
      await refusalOf(restore(settingsOf(at('new')), at('backup'))),
      /^backup is damaged \((its blocks differ from those in its manifest|log-1\.db does not continue row \d+)\): copy it again, or use another$/,
    )
  }
  assert.ok(!existsSync(at('new')))
})
