import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockPath } from '../../../schema/platform/locks/lock-directory.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { makePrivateDirectory } from './private-directory.ts'

test('a directory goes with its process, or when the next is made after that was killed', (t) => {
  const parent = temporaryDirectory(t)
  const prefix = 'private-'
  const left = join(parent, `${prefix}abc123`)
  const others = ['backups', 'abcdef'].map((name) => join(parent, prefix + name))
  for (const directory of [left, ...others]) mkdirSync(directory)
  writeFileSync(lockPath(left), '')
  writeFileSync(join(left, 'models-1.db'), 'rows')
  const one = makePrivateDirectory(parent, prefix)
  t.after(() => one.remove())
  assert.deepEqual([left, ...others].map(existsSync), [false, true, true])
  const other = makePrivateDirectory(parent, prefix)
  t.after(() => other.remove())
  assert.notEqual(one.directory, other.directory)
  assert.equal(existsSync(one.directory), true, 'its process lives')
  one.remove()
  assert.equal(existsSync(one.directory), false)
  assert.equal(existsSync(other.directory), true)
})
