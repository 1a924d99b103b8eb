// Upgrades of data directories. `fixtures/upgrade` has a directory of each release, and one from before the first release. Each directory
// ends with blocks that a fork then undoes. This version continues each directory, and must reach the state and the responses of a service
// that started from an empty directory. RENEW_UPGRADE=1 npm test -- e2e/upgrade writes the directory of the version in package.json, once
// for each release.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { readChainFile } from '../../devnet/recording/chain-file.ts'
import { writeChainFile } from '../../devnet/recording/chain-writer.ts'
import { readForkFile } from '../../devnet/recording/fork-file.ts'
import { CHAIN_FILE, FORKS_FILE } from '../../fixtures/chains/recording.ts'
import { outputOf } from '../harness/run-script.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { changeDatabase } from '../kit/in-database.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const RELEASES = join(root, 'fixtures/upgrade')

const BEFORE = 141
const BLOCKS = 170

const FILES = ['log.db', 'models-1.db']

const writeRelease = async (directory: string, working: string): Promise<void> => {
  const chain = (await readChainFile(fileURLToPath(CHAIN_FILE))).slice(0, BEFORE)
  const branches = await readForkFile(fileURLToPath(FORKS_FILE))
  const branch = branches.find(([first]) => first?.parent === chain.at(-1)?.point.id) ?? assert.fail()
  const file = join(working, 'branch.ndjson')
  const dataDir = join(working, 'data')
  await writeChainFile(file, [...chain, ...branch])
  await outputOf('replay', [file], { NETWORK: 'devnet', DATA_DIR: dataDir })
  mkdirSync(directory)
  for (const name of FILES) {
    // Closing the last connection moves the WAL into the file.
    changeDatabase(join(dataDir, name), 'PRAGMA wal_checkpoint(TRUNCATE)')
    const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
    writeFileSync(
      join(directory, `${name}.br`),
      brotliCompressSync(readFileSync(join(dataDir, name)), { params }),
    )
  }
}

const stateAt = async (t: TestContext, dataDir: string, chainFile: string) => {
  const service = await startWatchedWith(t, { NETWORK: 'devnet', CHAIN_FILE: chainFile, DATA_DIR: dataDir })
  const { models, digest } = await service.until(
    'the end of the chain',
    ({ models, refolding }) => models?.height === BLOCKS - 1 && refolding.length === 0,
  )
  const json = async (path: string): Promise<unknown> => {
    const response = await fetch(`${service.url}${path}`)
    assert.equal(response.status, 200, path)
    return response.json()
  }
  const pools = await json('/v1/pools-main-page/initial/state?filter=Latest')
  const responses = [pools, await json('/v1/orders-feed/latest'), await json('/v1/blocks/latest')]
  const tokens = [...JSON.stringify(pools).matchAll(/"asset":"(\w{56}\.\w+)"/g)].map(
    ([, token = '']) => token,
  )
  assert.ok(tokens.length > 1)
  const bars = 'quote=.&resolution=min5&from=1767225600&to=1798761600'
  for (const token of new Set(tokens))
    responses.push(
      await json(`/v1/charts/history?base=${token}&${bars}`),
      await json(`/balances/v1/pool/holders?assetId=${token}`),
    )
  await service.close()
  return { models, digest, answers: responses }
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('this version continues the data directory of each release to the state of a new one', async (t) => {
  if (process.env.RENEW_UPGRADE === '1') await writeRelease(join(RELEASES, version), temporaryDirectory(t))
  const releases = readdirSync(RELEASES)
  assert.ok(releases.includes(version), `RENEW_UPGRADE=1 npm test -- e2e/upgrade writes that of ${version}`)
  const chainFile = join(temporaryDirectory(t), 'chain.ndjson')
  await writeChainFile(chainFile, (await readChainFile(fileURLToPath(CHAIN_FILE))).slice(0, BLOCKS))
  const anew = await stateAt(t, join(temporaryDirectory(t), 'anew'), chainFile)
  for (const release of releases)
    await t.test(release, async () => {
      const dataDir = temporaryDirectory(t)
      for (const name of readdirSync(join(RELEASES, release)))
        writeFileSync(
          join(dataDir, name.replace(/\.br$/, '')),
          brotliDecompressSync(readFileSync(join(RELEASES, release, name))),
        )
      assert.deepEqual(await stateAt(t, dataDir, chainFile), anew)
    })
})
