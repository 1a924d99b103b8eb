// The image contains those files of the packages that the service can load on one system, and no package for development.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { filesBelow, isForDevelopment, neededFiles } from './needed-files.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Maximum bytes of all packages. */
const MOST_BYTES = 85_000_000

test('the image has one binary of each native package, and no package for development', async () => {
  // What the build of the image gets, without what was built here.
  const project = [...readFileSync(join(root, '.dockerignore'), 'utf8').matchAll(/^!([a-z]+)$/gm)]
    .flatMap(([, folder = '']) => filesBelow(join(root, folder)))
    .map((path) => relative(root, path))
    .filter((path) => !/\/(dist|node_modules)\//.test(path))
  const { packages, tests } = await neededFiles(root, project)
  const native = packages.filter((path) => /\.(node|so[.\d]*)$/.test(path) && !/sqlite3/.test(path))
  const system = `${process.platform}-${process.arch}`
  assert.deepEqual(
    native.map((path) => path.replace(/\d[.\d]*(?=\.node$)/, 'V').replace(/\.so[.\d]*$/, '.so')),
    [
      `@img/sharp-libvips-${system}/lib/libvips-cpp.so`,
      `@img/sharp-${system}/lib/sharp-${system}-V.node`,
      `uWebSockets.js/uws_${system.replace('-', '_')}_V.node`,
    ],
  )
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const lock = read('package-lock.json')
  const ofDevelopment = packages.filter((path) => {
    const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/')
    return name in read('package.json').devDependencies && lock.packages[`node_modules/${name}`]?.dev === true
  })
  assert.deepEqual(ofDevelopment, [])
  assert.deepEqual(
    packages.filter((path) => /(?<!LICENSE)\.md$|\.map$|\.d\.ts$/.test(path)),
    [],
  )
  assert.ok(
    packages.reduce((sum, path) => sum + statSync(join(root, 'node_modules', path)).size, 0) < MOST_BYTES,
  )
  assert.ok(tests.every(isForDevelopment))
  // A package for development that is also a dependency, and a package that is nested in the package that needs it.
  for (const needed of ['hyparquet/src/', '@cardano-ogmios/client/node_modules/ws/'])
    assert.ok(
      packages.some((path) => path.startsWith(needed)),
      needed,
    )
})
