import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockPath } from '../../../schema/platform/locks/lock-directory.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { takePrivateDirectory } from './private-directory.ts'

test('a directory stays after its process, for the next one; two processes at a time have two', (t) => {
  const parent = temporaryDirectory(t)
  const prefix = 'private-'
  const left = join(parent, `${prefix}abc123`)
  const others = ['backups', 'abcdef'].map((name) => join(parent, prefix + name))
  for (const directory of [left, ...others]) mkdirSync(directory)
  writeFileSync(lockPath(left), '')
  writeFileSync(join(left, 'models-1.db'), 'rows')
  const one = takePrivateDirectory(parent, prefix)
  const other = takePrivateDirectory(parent, prefix)
  t.after(() => other.release())
  assert.equal(one.directory, left)
  assert.equal(existsSync(join(left, 'models-1.db')), true)
  assert.ok(![left, ...others].includes(other.directory), 'the process of the first lives')
  one.release()
  // Another user could exchange the files of such a directory.
  const { getuid } = process
  t.after(() => Object.assign(process, { getuid }))
  process.getuid = () => 4_294_967_294
  const own = takePrivateDirectory(parent, prefix)
  t.after(() => own.release())
  assert.notEqual(own.directory, left)
  Object.assign(process, { getuid })
  const next = takePrivateDirectory(parent, prefix)
  t.after(() => next.release())
  assert.equal(next.directory, left)
})
