// A project that has only the packed client compiles, bundles and runs programs with it, as the documents show them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { COMPONENT_NAMES } from '../api/components.ts'
import { checkResponse } from '../api/http/testing/check-response.ts'
import { startComponents } from '../api/testing/start-components.ts'
import { SMALL } from '../projections/testing/large-wallets.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'

const PROGRAM = `
import { FeedClient, type FeedData, initialState, launchpadClient, type LiquidityPoolInfo, poolList } from 'launchpad-backend-client'

const url = process.argv[2] ?? ''
const client = launchpadClient(url)
const { data, error } = await client.POST('/getUtxos', { body: { pkh: '${SMALL}', limit: 2 } })
const { error: refusal } = await client.POST('/getUtxos', { body: { pkh: 'x', limit: 2 } })
const pools: LiquidityPoolInfo[] = poolList('Latest', await initialState.Latest(client))
const feed = new FeedClient(url)
const { state } = await new Promise<FeedData<'Status'>>((apply) =>
  feed.subscribe('Status', null, { initial: { fetch: () => initialState.Status(client), apply }, onData() {} }),
)
feed.close()
// @ts-expect-error an unknown path
await client.GET('/none')
console.log(JSON.stringify([error === undefined ? data.length : error, refusal?.cause, pools, state]))
declare const process: { readonly argv: readonly string[] }
`
const COMMON = `
import client = require('launchpad-backend-client')

void client.launchpadClient(process.argv[2] ?? '').POST('/getUtxos', { body: { pkh: '${SMALL}', limit: 2 } }).then(({ data }) => console.log(data?.length))
declare const process: { readonly argv: readonly string[] }
`
const run = promisify(execFile)

test('a project that has the packed client alone compiles, bundles and runs a program with it', async (t) => {
  const directory = temporaryDirectory(t)
  const client = fileURLToPath(new URL('.', import.meta.url))
  const { url, routeOf } = await startComponents(t, COMPONENT_NAMES, 3)
  const app = join(directory, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
  await run('npm', ['install', '--no-audit', '--no-fund', `${url}/client.tgz`], { cwd: app })
  assert.deepEqual(readdirSync(join(app, 'node_modules')).sort(), [
    '.package-lock.json',
    'launchpad-backend-client',
  ])
  const script = readFileSync(join(app, 'node_modules/launchpad-backend-client/dist/client.js'))
  assert.ok(script.length < 17 * 1024, `the client is ${script.length} bytes long`)

  const program = join(app, 'program.ts')
  writeFileSync(program, PROGRAM)
  const shown = ['README.md', '../docs/api/client.md']
    .flatMap((name) => [
      ...readFileSync(join(client, name), 'utf8').matchAll(/(?<=```[jt]s\n)[\s\S]*?(?=```)/g),
    ])
    .map(([code], at) => {
      const file = join(app, `shown-${at}.ts`)
      writeFileSync(file, code)
      return file
    })
  assert.equal(shown.length, 4)
  const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
  const options = '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false'
  const target = '--target ES2022 --lib ES2023,DOM --module NodeNext --types'
  await run(process.execPath, [compiler, ...options.split(' '), ...target.split(' '), '', program, ...shown])
  const outfile = join(app, 'program.js')
  await build({ entryPoints: [program], bundle: true, format: 'esm', target: 'es2022', outfile })

  // Node 20 has no WebSocket of its own.
  const preload = join(app, 'web-socket.cjs')
  writeFileSync(preload, `globalThis.WebSocket ??= require(${JSON.stringify(require.resolve('ws'))})`)
  const { stdout } = await run(process.execPath, ['--require', preload, outfile, url])
  assert.deepEqual(JSON.parse(stdout), [2, 'INVALID_PARAMS', [], 'silent'])
  const served = await checkResponse(url, routeOf('getClient'))
  assert.equal(served.body, script.toString())

  const common = join(app, 'common.cts')
  writeFileSync(common, COMMON)
  await run(process.execPath, [compiler, ...options.split(' '), ...target.split(' '), '', common])
  writeFileSync(
    join(app, 'common.cjs'),
    COMMON.replace('import client = ', 'const client = ').replace(/^declare .*/m, ''),
  )
  assert.equal((await run(process.execPath, [join(app, 'common.cjs'), url])).stdout, '2\n')
  // `npm pack` makes a package with the same files.
  const { stdout: packed } = await run('npm', ['pack', '--json', '--pack-destination', directory], {
    cwd: client,
  })
  const [{ files }] = JSON.parse(packed) as [{ readonly files: readonly { readonly path: string }[] }]
  const installed = readdirSync(join(app, 'node_modules/launchpad-backend-client'), {
    recursive: true,
    withFileTypes: true,
  })
  assert.deepEqual(
    installed
      .filter((each) => each.isFile())
      .map(({ name }) => name)
      .sort(),
    files.map(({ path }) => basename(path)).sort(),
  )
})
