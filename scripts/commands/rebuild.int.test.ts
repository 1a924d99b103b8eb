// `npm run rebuild` after a rebuild that was killed.
import assert from 'node:assert/strict'
import { cpSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { changeDatabase } from '../../tests/kit/in-database.ts'
import { backupScene } from '../backup/testing/backup-scene.ts'
import { rebuild } from './rebuild.ts'

test('a rebuild first deletes what a killed one has left, and keeps the models that serve until it ends', async (t) => {
  const { at, makeData } = backupScene(t)
  const data = makeData()
  cpSync(at('data/models-1.db'), at('data/models-2.db'))
  changeDatabase(at('data/models-2.db'), 'UPDATE identity SET is_serving = 0')
  changeDatabase(at('data/log.db'), 'UPDATE log SET height = height + 1 WHERE seq = 1')
  await assert.rejects(rebuild(data), /row 1 of slot \d+: its checksum is wrong/)
  assert.deepEqual(
    readdirSync(at('data')).filter((name) => /^models.*db$/.test(name)),
    ['models-1.db'],
  )
})
