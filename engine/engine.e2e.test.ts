// The engine from outside: a new folder with the packed package indexes recorded mainnet blocks through a fork, and serves its rows over
// HTTP. Dependencies are linked instead of installed, since tests have no registry. Expected rows are read from the nodes' JSON.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildBlock } from '../devnet/chain/build-block.ts'
import { buildTransaction } from '../devnet/chain/build-transaction.ts'
import { Chain } from '../devnet/chain/chain.ts'
import type { ChainBlock } from '../devnet/chain/chain-block.ts'
import { streamChainFile } from '../devnet/recording/chain-file.ts'
import { serveChain } from '../devnet/testing/test-server.ts'
import { mainnetHours, mainnetLaunch } from '../fixtures/chains/recorded-chains.ts'
import { parseLossless } from '../schema/ogmios/lossless-json.ts'
import { integer } from '../schema/ogmios/read-json.ts'
import { formatPoint } from '../schema/primitives.ts'
import { freePort } from '../tests/kit/free-port.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { until } from '../tests/kit/until.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/data/engine.md'), 'utf8')

const MOST_BYTES = 300_000

/** Lines that a user writes before there are rows. */
const MOST_LINES = 30

const { NODE_TEST_CONTEXT: _, ...env } = process.env

const run = (folder: string, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: folder, env })

/** Unpacks what `npm install` would install. */
const newFolder = async (t: TestContext): Promise<string> => {
  const folder = join(temporaryDirectory(t), 'mints')
  await run(root, 'scripts/run.mjs', 'new-indexer', folder)
  const packages = join(folder, 'node_modules')
  const engine = join(packages, 'launchpad-backend-engine')
  mkdirSync(engine, { recursive: true })
  const [packed = assert.fail()] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await promisify(execFile)('tar', ['-xzf', join(folder, packed), '--strip-components', '1', '-C', engine])
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('launchpad-backend'))
      symlinkSync(join(root, 'node_modules', name), join(packages, name))
  return folder
}

interface RawTransaction {
  readonly spends: string
  readonly mint?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly outputs: readonly {
    readonly address: string
    readonly value: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }[]
}

const transactionsOf = ({ json }: ChainBlock): readonly RawTransaction[] =>
  (
    parseLossless(json.toString()) as { readonly transactions: readonly RawTransaction[] }
  ).transactions.filter(({ spends }) => spends === 'inputs')

const assetsOf = (value: RawTransaction['mint'] = {}): (readonly [asset: string, quantity: bigint])[] =>
  Object.entries(value).flatMap(([policy, names]) =>
    policy === 'ada'
      ? []
      : Object.entries(names).map(
          ([name, quantity]) => [`${policy}.${name}`, integer(quantity, 'quantity')] as const,
        ),
  )

const inOrder = <T>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Following begins at the first block. */
const serve = async (t: TestContext, path: string) => {
  const blocks: ChainBlock[] = []
  for await (const block of streamChainFile(path)) blocks.push(block)
  const chain = new Chain(blocks)
  const { server } = await serveChain(t, chain, { network: 'mainnet' })
  const [first = assert.fail()] = blocks
  return { blocks, chain, url: server.url, start: formatPoint(first.point) }
}

interface Answer {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly next: string | null
  readonly undoneAfter?: number | null
  readonly models?: { readonly id: string } | null
}

const start = async (
  t: TestContext,
  folder: string,
  served: { readonly url: string; readonly start: string },
) => {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'main.ts'], {
    cwd: folder,
    env: {
      ...env,
      OGMIOS_URL: served.url,
      START_POINT: served.start,
      PORT: `${port}`,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<unknown> => {
    child.kill('SIGTERM')
    return (await ended)[0]
  }
  t.after(stop)
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    const body: Answer = JSON.parse(await response.text())
    return { headers: response.headers, status: response.status, body }
  }
  /** All rows of a table at the given block, page by page. */
  const rowsAt = async (table: string, { point }: ChainBlock, query = '') => {
    await until(`block ${point.id}`, async () => (await get('/status')).body.models?.id === point.id)
    const rows: Readonly<Record<string, unknown>>[] = []
    for (let after = ''; ; ) {
      const { body, status, headers } = await get(`/v1/own/${table}?limit=7${query}${after}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(headers.get('x-indexed-block'), point.id)
      rows.push(...body.items)
      if (body.next === null || body.items.length === 0) return { rows, next: after }
      after = `&after=${body.next}`
    }
  }
  return { get, rowsAt, stop }
}

test('the package is small, has no native part, and needs only its dependencies', async (t) => {
  const folder = await newFolder(t)
  const [packed = assert.fail()] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  assert.ok(statSync(join(folder, packed)).size < MOST_BYTES)
  const engine = join(folder, 'node_modules/launchpad-backend-engine')
  const names = readdirSync(engine, { recursive: true, encoding: 'utf8' })
  assert.deepEqual(
    names.filter(
      (name) =>
        !/(^dist|\.js|\.d\.ts|^package\.json|^README\.md)$/.test(name) &&
        statSync(join(engine, name)).isFile(),
    ),
    [],
  )
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(engine, 'package.json'), 'utf8'),
  )
  const stated = Object.keys({ ...dependencies, ...optionalDependencies })
  const imported = names
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      [
        ...readFileSync(join(engine, name), 'utf8').matchAll(
          /^(?:import|export)[^"';]*?["']([^."'][^"']*)["']/gm,
        ),
      ].map(([, from = '']) => from),
    )
    .filter((from) => !from.startsWith('node:'))
    .map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)
  assert.deepEqual(
    [...new Set(imported)].filter((name) => !stated.includes(name)),
    [],
  )
  // Types and the database are loaded in other ways than by an import.
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !name.startsWith('@types/') && !imported.includes(name)),
    [],
  )
  const written = ['indexer.ts', 'main.ts'].map((name) => readFileSync(join(folder, name), 'utf8'))
  assert.ok(written.join('').split('\n').length <= MOST_LINES)
  await run(folder, 'node_modules/typescript/bin/tsc')
  await run(folder, '--import', 'tsx', '--test', 'indexer.test.ts')
})

/** Rows of the tables `mints` and `policies`. */
const mintsIn = (blocks: readonly ChainBlock[]) => {
  const mints = blocks.flatMap((block) => transactionsOf(block).flatMap(({ mint }) => assetsOf(mint)))
  const policies = new Map<string, number>()
  for (const [asset] of mints) {
    const policy = asset.slice(0, 56)
    policies.set(policy, (policies.get(policy) ?? 0) + 1)
  }
  return {
    mints: mints.map(([asset, quantity]) => ({ asset, quantity: `${quantity}` })),
    policies: [...policies]
      .map(([policy, count]) => ({ policy, mints: count }))
      .sort((a, b) => (a.policy < b.policy ? -1 : 1)),
  }
}

for (const recording of [mainnetLaunch, mainnetHours])
  test(`mints by policy: ${recording.name}, through a fork`, { skip: recording.skip }, async (t) => {
    const folder = await newFolder(t)
    const served = await serve(t, recording.path)
    const { chain, blocks } = served
    const { rowsAt, get, stop } = await start(t, folder, served)
    const check = async (last: ChainBlock, expected: ReturnType<typeof mintsIn>) => {
      const { rows: policies } = await rowsAt('policies', last)
      assert.deepEqual(policies, expected.policies)
      const { rows: mints, next } = await rowsAt('mints', last, '&order=oldest')
      assert.deepEqual(inOrder(mints.map(({ position: _, ...row }) => row)), inOrder(expected.mints))
      return next
    }
    const last = blocks.at(-1) ?? assert.fail()
    const expected = mintsIn(blocks.slice(1))
    assert.ok(expected.policies.length > 7)
    const cursor = await check(last, expected)
    // The fork undoes the last block that mints, but fewer blocks than a cursor allows.
    const depth = blocks.toReversed().findIndex((block) => mintsIn([block]).mints.length > 0) + 1
    assert.ok(depth < 20)
    const kept = blocks.slice(0, -depth)
    chain.rollBack(depth)
    const policy = 'f0'.repeat(28)
    const forked = buildBlock(chain.last ?? 'genesis', {
      transactions: [buildTransaction({ mint: [{ asset: `${policy}.01`, quantity: 3n }] })],
    })
    chain.append(forked)
    await check(forked, mintsIn([...kept.slice(1), forked]))
    // A reader that has all earlier rows is told of the fork, and gets the rows after the fork.
    const { body } = await get(`/v1/own/mints?order=oldest&limit=1000${cursor}`)
    assert.ok((body.undoneAfter ?? forked.height) < forked.height)
    assert.equal(body.items.at(-1)?.asset, `${policy}.01`)
    chain.rollBack(1)
    for (const block of blocks.slice(-depth)) chain.append(block)
    await check(last, expected)
    assert.equal(await stop(), 0)
  })

/** A separate reader of the same chain computes the reserves of Minswap V2's ADA pools. */
const reservesIn = (blocks: readonly ChainBlock[]) => {
  const pools = new Map<string, Readonly<Record<string, string>>>()
  for (const block of blocks)
    for (const { outputs } of transactionsOf(block))
      for (const { address, value } of outputs) {
        const assets = assetsOf(value)
        const [[pool] = [], ...others] = assets.filter(
          ([asset]) =>
            asset.startsWith('f5808c2c990d86da54bfc97d89cee6efa20cd8461616359478d96b4c') &&
            !asset.endsWith('.4d5350'),
        )
        const tokens = assets.filter(([asset]) => !asset.startsWith('f5808c2c'))
        const isPool = assets.some(([asset]) => asset.endsWith('.4d5350'))
        if (pool === undefined || others.length > 0 || tokens.length !== 1 || !isPool) continue
        // Pools are at one script with any stake part, so their bech32 addresses begin alike.
        assert.match(address, /^addr1z84q0denmyep98ph3tmzwsmw0j7zau9ljmsqx6a4rvaau6/)
        const [[token, quantity] = assert.fail()] = tokens
        pools.set(pool, {
          pool,
          token,
          lovelace: `${integer(value.ada?.lovelace, 'lovelace')}`,
          tokens: `${quantity}`,
        })
      }
  return [...pools.values()].sort((a, b) => ((a.pool ?? '') < (b.pool ?? '') ? -1 : 1))
}

for (const recording of [mainnetLaunch, mainnetHours])
  test(`reserves of a DEX, as the page has it: ${recording.name}, through a fork`, {
    skip: recording.skip,
  }, async (t) => {
    const folder = await newFolder(t)
    const examples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)
    for (const text of examples) writeFileSync(join(folder, /^\/\/ (\S+)\n/.exec(text)?.[1] ?? ''), text)
    writeFileSync(
      join(folder, 'main.ts'),
      "import { run } from 'launchpad-backend-engine'\nimport { models, source } from './reserves.ts'\n\nawait run({ source, models })\n",
    )
    await run(folder, 'node_modules/typescript/bin/tsc')
    const served = await serve(t, recording.path)
    const { chain, blocks } = served
    const { rowsAt, stop } = await start(t, folder, served)
    const check = async (last: ChainBlock, expected: unknown) => {
      const { rows } = await rowsAt('reserves', last)
      assert.deepEqual(
        rows.map(({ changed: _, ...row }) => row),
        expected,
      )
    }
    const last = blocks.at(-1) ?? assert.fail()
    const expected = reservesIn(blocks.slice(1))
    assert.ok(expected.length > 7)
    await check(last, expected)
    chain.rollBack(60)
    const forked = buildBlock(chain.last ?? 'genesis')
    chain.append(forked)
    const before = reservesIn(blocks.slice(1, -60))
    assert.notDeepEqual(before, expected)
    await check(forked, before)
    chain.rollBack(1)
    for (const block of blocks.slice(-60)) chain.append(block)
    await check(last, expected)
    assert.equal(await stop(), 0)
  })
