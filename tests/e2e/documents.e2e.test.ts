// Runs every line in the README and docs that starts the service, with the test's addresses, ports and directories. An API process reads
// the directory of an earlier line's indexer. A replica copies from an earlier line's publisher.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serverForTests } from '../../projections/copies/postgres/testing/server-for-tests.ts'
import { foldedDevnet } from '../harness/folded-recording.ts'
import { outputOf } from '../harness/run-script.ts'
import { startServedChain } from '../harness/served-chain.ts'
import { settingsFor, startWatchedWith } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

type Env = Readonly<Record<string, string>>

const root = fileURLToPath(new URL('../..', import.meta.url))

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).sort(),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => (name === 'README.md' ? name : `docs/${name}`))

const startsIn = (document: string): readonly (readonly [string, Env])[] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^ *((?:[A-Z_]+=\S+ )*)npm start$/gm)].map(
    ([line, settings = '']) => [
      line.trim(),
      Object.fromEntries(
        settings
          .trim()
          .split(' ')
          .filter(Boolean)
          .map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]),
      ),
    ],
  )

const postgres = serverForTests()

test('each line of the documents that starts the service starts it', async (t) => {
  const { world, follow } = await startServedChain(t)
  let lines = 0

  const settingsHere = async (line: Env, writerDir: string, modelsUrl: string): Promise<Env> => {
    const { OGMIOS_URL, POSTGRES_URL, MODELS_URL, SNAPSHOT, PUBLISH_DIR, ADMIN_PORT, PORT, ...others } = line
    const readsWriter = line.ROLE === 'api' && (POSTGRES_URL ?? MODELS_URL) === undefined
    const DATA_DIR = readsWriter ? writerDir : temporaryDirectory(t)
    // The first start of a devnet is tested by devnet.e2e.test.ts.
    if (line.NETWORK === undefined) await foldedDevnet(t, DATA_DIR)
    const snapshot = join(temporaryDirectory(t), 'snapshot.tar.gz')
    if (SNAPSHOT !== undefined) {
      await outputOf('snapshot', [snapshot], { NETWORK: 'mainnet', DATA_DIR: writerDir })
    }
    return {
      DEVNET_PORT: '0',
      ...others,
      DATA_DIR,
      ...(OGMIOS_URL && settingsFor({ ...follow, dataDir: DATA_DIR })),
      ...(ADMIN_PORT && { ADMIN_PORT: '0' }),
      ...(POSTGRES_URL && { POSTGRES_URL: postgres.server.url }),
      ...(MODELS_URL && { MODELS_URL: modelsUrl }),
      ...(SNAPSHOT && { SNAPSHOT: snapshot }),
      ...(PUBLISH_DIR && { PUBLISH_DIR: temporaryDirectory(t) }),
    }
  }

  for (const document of documents)
    await t.test(document, async (t) => {
      let [writerDir, modelsUrl] = ['', '']
      for (const [line, said] of startsIn(document)) {
        lines++
        if (said.POSTGRES_URL !== undefined && postgres.skip !== false) {
          t.diagnostic(`${line}: ${postgres.skip}`)
          continue
        }
        const env = await settingsHere(said, writerDir, modelsUrl)
        const service = await startWatchedWith(t, env)
        if (said.ROLE !== 'api') writerDir = env.DATA_DIR ?? ''
        if (env.PUBLISH_DIR !== undefined) modelsUrl = `${service.url}/models`
        // An indexer has no API. The API process of the next line shows its state.
        if (said.ROLE === 'indexer') continue
        const isServedChain = said.CHAIN_FILE === undefined && said.NETWORK !== undefined
        const hasMirror = said.POSTGRES_URL !== undefined && said.ROLE === undefined
        await service.until(line, ({ models, lag, mirror }) => {
          if (isServedChain && models?.id !== world.tip.point.id) return false
          if (hasMirror && mirror?.copy?.id !== models?.id) return false
          return models !== null && lag.blocks === 0
        })
        if (said.BASE_PATHS === undefined) continue
        const [, path = ''] =
          /curl 'http:\/\/127\.0\.0\.1:8080(\S+)\?…'/.exec(readFileSync(join(root, document), 'utf8')) ?? []
        const query = `base=${'00'.repeat(28)}.00&quote=.&resolution=hour1&from=0&to=1`
        assert.equal((await fetch(`${service.url}${path}?${query}`)).status, 200, path)
      }
    })
  assert.ok(lines > 10, `${lines} lines`)
})
