// Statements of the documents that follow from the code: versions, and the names that a release has.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('docs/compatibility.md has the version of each stored format as its source has it', () => {
  const rows = [
    ...read('docs/compatibility.md').matchAll(/^\| [^|]* \| (\d+) \| \[[^\]]*\]\(\.\.\/(.*?)\) \|/gm),
  ]
  assert.equal(rows.length, 7)
  for (const [, version = '', path = ''] of rows)
    assert.match(read(path), new RegExp(`(VERSION = |version: ')${version}\\b`), path)
})

test('the client, the lock file, the CHANGELOG and the pages that install a packed file name the version of the package', () => {
  const { version } = JSON.parse(read('package.json'))
  const { packages } = JSON.parse(read('package-lock.json'))
  assert.deepEqual(
    [
      JSON.parse(read('api/client/package.json')).version,
      packages[''].version,
      packages['api/client'].version,
    ],
    [version, version, version],
  )
  const [, newest] = /^## (?!Unreleased)(\S+)/m.exec(read('CHANGELOG.md')) ?? []
  assert.equal(newest, version)
  const packed = ['docs/api/client.md', 'docs/data/own-projections.md'].map(
    (path) => /launchpad-backend[a-z-]*-(\S+)\.tgz/.exec(read(path))?.[1],
  )
  assert.deepEqual(packed, [version, version])
})
