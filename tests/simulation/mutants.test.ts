import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { COPY_MUTANTS, MUTANTS } from './mutants.ts'

test('each planted fault changes one place of the source', () => {
  for (const { name, path, from, to } of [...MUTANTS, ...COPY_MUTANTS.postgres, ...COPY_MUTANTS.nats]) {
    const source = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    assert.equal(source.split(from).length - 1, 1, name)
    assert.notEqual(from, to, name)
  }
})
