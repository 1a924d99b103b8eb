// Follows docs/data/own-projections.md. A folder outside of the project, with the packed project installed, folds a recording of mainnet.
// Dependencies are linked instead of installed, since tests have no registry.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { freePort } from '../../tests/kit/free-port.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { untilReady } from '../../tests/kit/until.ts'
import { decodeEvent } from '../engine/fold/event-table.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/data/own-projections.md'), 'utf8')

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text)

/** Limit for the lines that a user must write to get rows. */
const MOST_LINES = 40

const install = async (folder: string): Promise<void> => {
  const packages = join(folder, 'node_modules')
  const own = join(packages, 'launchpad-backend')
  mkdirSync(own, { recursive: true })
  const run = promisify(execFile)
  const { stdout } = await run('npm', ['pack', '--silent', root], { cwd: folder })
  await run('tar', ['-xzf', stdout.trim(), '--strip-components', '1', '-C', own], { cwd: folder })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('launchpad-backend'))
      symlinkSync(join(root, 'node_modules', name), join(packages, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

const servesRows = async (
  t: TestContext,
  folder: string,
  env: NodeJS.ProcessEnv,
  owners: ReadonlySet<string>,
): Promise<void> => {
  const port = await freePort()
  const models = ['./placed-orders.ts', './minted.ts'].flatMap((file) => ['--model', file])
  const child = spawn(
    process.execPath,
    [
      'node_modules/launchpad-backend/scripts/run-installed.mjs',
      'start',
      '--source',
      './mints.ts',
      ...models,
    ],
    {
      cwd: folder,
      env: {
        ...env,
        CHAIN_FILE: 'mainnet-launch.ndjson.gz',
        NETWORK: 'mainnet',
        DATA_DIR: 'service',
        PORT: `${port}`,
        LOG_LEVEL: 'warn',
      },
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  const url = `http://localhost:${port}`
  await untilReady(url)
  const [, path = ''] = /curl 'localhost:8080(\/v1\/own\/[a-z_]+)\?/.exec(page) ?? []
  const get = async (of: string): Promise<Page> => JSON.parse(await (await fetch(url + of)).text())
  const { items } = await get(`${path}?limit=1000`)
  assert.deepEqual(new Set(items.map(({ owner }) => String(owner).toUpperCase())), owners)
  const minted = await get('/v1/own/minted?limit=1000')
  const document = JSON.parse(await (await fetch(`${url}/openapi.json`)).text())
  assert.ok('/v1/own/minted' in document.paths && path in document.paths)
  const blockTexts = gunzipSync(readFileSync(mainnetLaunch.path)).toString().trim().split('\n')
  const times = new Map<string, number>()
  for (const text of blockTexts)
    for (const { mint = {}, spends } of JSON.parse(text).result.block.transactions ?? [])
      for (const [policy, names] of spends === 'inputs' ? Object.entries<object>(mint) : [])
        for (const name of Object.keys(names))
          times.set(`${policy}.${name}`, (times.get(`${policy}.${name}`) ?? 0) + 1)
  assert.ok(times.size > 10)
  assert.deepEqual(new Map(minted.items.map((row) => [row.asset, row.times])), times)
  child.kill('SIGTERM')
  assert.equal((await ended)[0], 0)
}

test('a model in a folder of its own folds mainnet, obeys forks, is in the digest, and is read over SQL', async (t) => {
  const folder = temporaryDirectory(t)
  await install(folder)
  copyFileSync(mainnetLaunch.path, join(folder, 'mainnet-launch.ndjson.gz'))
  const files = blocks('ts').map((text) => {
    const [, file = ''] = /^\/\/ (\S+)\n/.exec(text) ?? []
    writeFileSync(join(folder, file), text)
    return { file, lines: text.split('\n').length }
  })
  assert.ok((files.find(({ file }) => file === 'placed-orders.ts')?.lines ?? MOST_LINES) < MOST_LINES)
  writeFileSync(join(folder, 'tsconfig.json'), blocks('json').join(''))

  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = (
    line: string,
  ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> => {
    const command = line.replace(
      'npx launchpad-backend',
      'node_modules/launchpad-backend/scripts/run-installed.mjs',
    )
    const args = command.replace(/^node /, '').split(' ')
    return new Promise((resolve) =>
      execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      ),
    )
  }
  const lines = blocks('sh').flatMap((text) => text.trim().split('\n'))
  for (const line of [
    ...lines.filter((each) => /^(?:npx|node) /.test(each)),
    'node node_modules/typescript/bin/tsc',
  ]) {
    const { code, stdout, stderr } = await run(line)
    assert.equal(code, 0, `${line}\n${stdout}${stderr}`)
  }

  const [sql = ''] = blocks('sql')
  const models = new Sqlite(join(folder, 'data/models-1.db'), { readonly: true })
  const rows = models.prepare(sql).raw().all()
  const [, inShell = ''] = /^sqlite3 -readonly data\/models-1\.db "(.*)"$/m.exec(page) ?? []
  assert.deepEqual(new Set(models.prepare(inShell).raw().all().map(String)), new Set(rows.map(String)))
  const events = models.prepare<[], { body: string }>('SELECT body FROM events').all()
  models.close()
  const owners = events.flatMap(({ body }) => {
    const event = decodeEvent<LaunchpadEvent>(body)
    return event.kind === 'orderPlaced' ? [event.terms.owner.toUpperCase()] : []
  })
  assert.ok(owners.length > 1)
  const counts = new Map(owners.map((owner) => [owner, owners.filter((each) => each === owner).length]))
  assert.deepEqual(
    new Map(rows.map((row) => (row as [string, number]).slice(0, 2) as [string, number])),
    counts,
  )

  await servesRows(t, folder, env, new Set(rows.map((row) => String((row as unknown[])[0]))))

  const [verifying = '', replaying = ''] = [/verify .*/, /replay .*/].map((each) => each.exec(page)?.[0])
  const without = await run(`npx launchpad-backend ${verifying.replace(/--model \S+ /, '')}`)
  assert.deepEqual(without, {
    code: 1,
    stdout: '',
    stderr:
      'data/models-1.db also has the model placed_orders, which is not part of the project: name its file with --model\n',
  })
  const throwing = blocks('ts')[0]?.replace('tables.placedOrders', 'tables.none') ?? ''
  writeFileSync(join(folder, 'placed-orders.ts'), throwing)
  const failed = await run(`npx launchpad-backend ${replaying.replace('data-dir data', 'data-dir other')}`)
  assert.equal(failed.code, 1)
  assert.match(
    failed.stderr,
    /the model placed_orders of \/\S+placed-orders\.ts cannot fold the event orderPlaced in slot \d+ \(TypeError: [^\n]*\): correct it, and start again\n$/,
  )
})
