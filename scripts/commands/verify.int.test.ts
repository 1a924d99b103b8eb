// `npm run verify -- --deep` in temporary directories of all kinds.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { lockPath } from '../../schema/platform/locks/lock-directory.ts'
import { backupScene } from '../backup/testing/backup-scene.ts'
import { verify } from './verify.ts'

test('a deep comparison leaves nothing in TMPDIR, also not the models of one that was killed', async (t) => {
  const { at, makeData } = backupScene(t)
  const data = makeData()
  const left = at('temporary/verify-abc123')
  mkdirSync(left, { recursive: true })
  writeFileSync(lockPath(left), '')
  for (const name of ['models-1.db', 'models-1.db-wal']) writeFileSync(`${left}/${name}`, 'cut')
  const before = process.env.TMPDIR
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  process.env.TMPDIR = at('temporary')
  await verify(data, { isDeep: true, hasCopy: false })
  assert.deepEqual(readdirSync(at('temporary')), [])
  process.env.TMPDIR = at('data/log.db')
  await assert.rejects(verify(data, { isDeep: true, hasCopy: false }), {
    name: 'StartupError',
    message: /: check TMPDIR$/,
  })
})
