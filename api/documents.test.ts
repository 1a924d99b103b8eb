// The documents in docs/api name every cause and code of errors and every path, and no others.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

const documented = [...text('../client/paths.ts').matchAll(/^ {4}"(\/[^"]*)": /gm)].map(
  ([, path = '']) => path,
)

test('each path below /v1 that a document names is one of the API', () => {
  const folders = [
    '../docs',
    '../api',
    '../client',
    '../devnet',
    '../engine',
    '../projections',
    '../fixtures',
    '../indexer',
    '../scripts',
    '../tests',
  ]
  const pages = folders.flatMap((folder) =>
    readdirSync(beside(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  )
  const named = ['../README.md', ...pages].flatMap((page) =>
    [...text(page).matchAll(/(?<=[`\s])\/v1\/[\w/{}-]+(?=[`?\s])/g)].map(([path]) => path),
  )
  assert.ok(named.length > 50)
  // A path that a guide adds, a folder of paths, and paths of user-defined models.
  const others = ['/v1/volume/by-owner/{owner}', '/v1/charts/mcap', '/v1/own/{table}']
  assert.deepEqual(
    named.filter((path) => !documented.includes(path) && !others.includes(path)),
    [],
  )
})

test('the page of the API lists each path of the document', () => {
  const listed = text('../docs/api/README.md').split('## Endpoints')[1] ?? ''
  assert.ok(documented.length > 60)
  const parts = [...listed.matchAll(/`(?:GET |POST )?([^`]*)`/g)].map(([, code = '']) => code.split('?')[0])
  assert.deepEqual(
    documented.filter((path) => !parts.includes(path)),
    [],
  )
})
