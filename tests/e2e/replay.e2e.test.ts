// The commands of docs/data/replay.md, with the test's node, file and directory. A recorded chain has the digest of the original.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { serveChainFile } from '../../devnet/recording/serve-chain-file.ts'
import { mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { startNpm } from '../harness/run-script.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const page = readFileSync(new URL('../../docs/data/replay.md', import.meta.url), 'utf8')

const commands = [...page.matchAll(/^((?:[A-Z_]+=\S+ )+)npm run (\w+)(?: -- (\S+))?$/gm)].map(
  ([, settings = '', name = '', argument]) => ({
    name,
    argument,
    settings: Object.fromEntries(
      settings
        .trim()
        .split(' ')
        .map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]),
    ),
  }),
)

test('the page records a chain, replays it, folds it again and verifies it', async (t) => {
  const directory = temporaryDirectory(t)
  const node = await serveChainFile(mainnetLaunch.path, { network: 'mainnet' })
  t.after(() => node.close())
  const printed: Record<string, unknown>[] = []
  for (const { name, argument, settings } of commands) {
    const { code, stdout, stderr } = await startNpm(
      name,
      argument === undefined ? [] : [argument.replace(/^recording/, join(directory, 'recording'))],
      {
        ...settings,
        ...(settings.OGMIOS_URL && { OGMIOS_URL: node.url }),
        ...(settings.DATA_DIR && { DATA_DIR: join(directory, 'data') }),
      },
    ).ended
    assert.equal(code, 0, stderr)
    printed.push(JSON.parse(stdout))
  }
  assert.deepEqual(
    commands.map(({ name }) => name),
    ['record', 'replay', 'rebuild', 'verify'],
  )
  const [tip, replayed] = printed
  assert.equal(tip?.slot, 133_697_199)
  assert.equal(replayed?.blocks, mainnetLaunch.blocks - 1)
  const { id, height, digest } = replayed
  assert.match(`${digest}`, /^[0-9a-f]{16}$/)
  assert.deepEqual(
    printed.map((each) => [each.id, each.height]),
    printed.map(() => [id, height]),
  )
  assert.deepEqual(
    printed.slice(1).map((each) => each.digest),
    [digest, digest, digest],
  )
})
