// The edition of a program that Node watches. It changes with the program's files, but not with its tests.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { editionOf } from './edition.ts'

test('the edition changes with the files beside a watched program', (t) => {
  const directory = temporaryDirectory(t)
  const write = (name: string, text: string): string | undefined => {
    writeFileSync(join(directory, name), text)
    return editionOf({ WATCH_REPORT_DEPENDENCIES: '1' }, join(directory, 'main.ts'))
  }
  const first = write('main.ts', '1')
  assert.match(first ?? '', /^[0-9a-f]{16}$/)
  assert.equal(write('main.test.ts', '1'), first)
  assert.equal(write('notes.md', '1'), first)
  const second = write('model.ts', '1')
  assert.notEqual(second, first)
  assert.notEqual(write('model.ts', '2'), second)
  assert.equal(write('model.ts', '1'), second)
  assert.equal(editionOf({}, join(directory, 'main.ts')), undefined)
})
