// The pages of docs/api name every cause and code of errors and every path, and nothing else.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { API_CAUSES } from '../schema/errors.ts'
import { BUILD_ERRORS } from './builder/build-error.ts'

const beside = (path: string): URL => new URL(path, import.meta.url)
const text = (path: string): string => readFileSync(beside(path), 'utf8')

test('the page of errors has each cause with its status, and each code', () => {
  const path = '../docs/api/errors.md'
  const page = text(path)
  const causes = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)]
  assert.deepEqual(
    causes.map(([, cause, status]) => [cause, Number(status)]),
    Object.entries(API_CAUSES),
  )
  const rows = Object.entries(BUILD_ERRORS).map(([code, says]) => `| \`${code}\` | ${says} |\n`)
  const renewed = page.replace(/(?<=\| code \| meaning \|\n\| --- \| --- \|\n)(\|.*\n)*/, rows.join(''))
  if (process.env.RENEW_DOCS === '1') writeFileSync(beside(path), renewed)
  assert.equal(text(path), renewed)
})

test('the page of the API lists each path of the document', () => {
  const documented = [...text('client/paths.ts').matchAll(/^ {4}"(\/[^"]*)": \{/gm)].map(
    ([, path = '']) => path,
  )
  const listed = text('../docs/api/README.md').split('## Endpoints')[1] ?? ''
  assert.ok(documented.length > 60)
  const parts = [...listed.matchAll(/`(?:GET |POST )?([^`]*)`/g)].map(([, code = '']) => code.split('?')[0])
  assert.deepEqual(
    documented.filter((path) => !parts.includes(path)),
    [],
  )
})
