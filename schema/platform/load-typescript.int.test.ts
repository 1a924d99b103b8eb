import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const projectIn = (directory: string) => {
  for (const folder of ['schema/platform', 'node_modules'])
    mkdirSync(join(directory, folder), { recursive: true })
  for (const file of ['schema/platform/load-typescript.mjs', 'tsconfig.json'])
    copyFileSync(join(root, file), join(directory, file))
  symlinkSync(join(root, 'node_modules/esbuild'), join(directory, 'node_modules/esbuild'))
  const said = join(directory, 'said.ts')
  const url = pathToFileURL(said).href
  const program = join(directory, 'program.mjs')
  writeFileSync(
    program,
    `import { requireTypeScript } from './schema/platform/load-typescript.mjs'
    console.log(JSON.stringify(requireTypeScript('${url}').said))`,
  )
  return {
    url,
    cache: join(directory, 'node_modules/.cache'),
    write: (source: string) => writeFileSync(said, source),
    say: (): unknown => JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' })),
  }
}

const SOURCE = `
interface Unused {
  readonly line: 3
}

function self(this: unknown) {
  return this === undefined
}

export const said = { url: import.meta.url, isStrict: self(), stack: String(new Error('here').stack).split('\\n').slice(0, 2) }
`

const saidBy = (url: string) => ({
  url,
  isStrict: true,
  stack: ['Error: here', `    at Object.<anonymous> (${fileURLToPath(url)}:10:77)`],
})

test('a module is compiled once, knows its URL, is strict, and its errors name the lines of its source', (t) => {
  const { url, cache, write, say } = projectIn(temporaryDirectory(t))
  write(SOURCE)
  assert.deepEqual(say(), saidBy(url))
  const kept = readdirSync(join(cache, 'typescript')).sort()
  assert.deepEqual(
    kept.map((name) => name.replace(/^[0-9a-f]{40}/, '')),
    ['.js', '.map'],
  )
  assert.deepEqual(say(), saidBy(url))
  assert.deepEqual(readdirSync(join(cache, 'typescript')).sort(), kept)
})

test('a module that was changed is compiled again', (t) => {
  const { write, say } = projectIn(temporaryDirectory(t))
  for (const said of ['before', 'after']) {
    write(`export const said: string = '${said}'`)
    assert.equal(say(), said)
  }
})

test('where nothing can be kept it is compiled at each start', (t) => {
  const { cache, write, say } = projectIn(temporaryDirectory(t))
  writeFileSync(cache, 'in the way')
  write(`export const said: string = 'all the same'`)
  for (let start = 0; start < 2; start++) assert.equal(say(), 'all the same')
})
