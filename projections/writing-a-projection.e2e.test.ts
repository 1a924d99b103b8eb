// Follows the guide writing-a-projection.md in a copy of the project: writes the guide's files and makes its edits. The result is checked
// like the project's own code, tested, and served on the recorded devnet chain, whose models were folded without the addition before.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { checkResponse } from '../api/http/testing/check-response.ts'
import { CHAIN_FILE } from '../fixtures/chains/recording.ts'
import { readSettings } from '../schema/config/settings.ts'
import { loadModule } from '../schema/platform/load-module.ts'
import { ADA, type Hex } from '../schema/primitives.ts'
import { modelsPath } from '../scripts/service/settings/data-directory.ts'
import { foldedRecording } from '../tests/harness/folded-recording.ts'
import { inDatabase } from '../tests/kit/in-database.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { decodeEvent } from './engine/fold/event-table.ts'
import type { OrderFilled } from './interpret/events.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const guide = readFileSync(new URL('writing-a-projection.md', import.meta.url), 'utf8')

const COPIED = [
  'docs',
  'schema',
  'indexer',
  'projections',
  'api',
  'client',
  'engine',
  'devnet',
  'fixtures',
  'page',
  'scripts',
  'tests',
]
const SETTINGS = ['package.json', 'tsconfig.json', 'biome.json', 'README.md', 'LICENSE']

/** A block's first line names its file. */
const blocks = (language: 'ts' | 'diff'): { readonly file: string; readonly text: string }[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n// (\\S+)\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, file = '', text = '']) => ({ file, text }),
  )

/** Each part must match at exactly one position. */
const edited = (file: string, before: string, diff: string): string =>
  diff.split(/^@@\n/m).reduce((content, piece) => {
    const lines = piece.trimEnd().split('\n')
    const without = (sign: string): string =>
      lines.flatMap((line) => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('')
    const parts = content.split(without('+'))
    assert.equal(parts.length, 2, `the guide's edit of ${file} does not fit the file:\n${piece}`)
    return parts.join(without('-'))
  }, before)

/** @returns the new or changed files of code */
const follow = (copy: string): string[] => {
  for (const name of [...COPIED, ...SETTINGS]) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  for (const { file, text } of blocks('ts')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), `// ${file}\n${text}`, { flag: 'wx' })
  }
  for (const { file, text } of blocks('diff')) {
    const path = join(copy, file)
    writeFileSync(path, edited(file, readFileSync(path, 'utf8'), text))
  }
  return [...blocks('ts'), ...blocks('diff')].map(({ file }) => file).filter((file) => file.endsWith('.ts'))
}

/** @throws {AssertionError} with the output if Node fails */
const runIn = async (
  directory: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  // With the runner's own variables, a nested test would report to the runner.
  const { NODE_TEST_CONTEXT: _, ...env } = { ...process.env, ...settings }
  await promisify(execFile)(process.execPath, args, { cwd: directory, env }).catch(
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
      assert.fail(`${args.join(' ')}\n${stdout}${stderr}`),
  )
}

/** Computed from the stored events. */
const volumes = (path: string): Map<Hex, { readonly lovelace: bigint; readonly fills: number }> => {
  const bodies = inDatabase(path, (models) =>
    models.prepare<[], { body: string }>("SELECT body FROM events WHERE kind = 'orderFilled'").all(),
  )
  const sums = new Map<Hex, { readonly lovelace: bigint; readonly fills: number }>()
  for (const { body } of bodies) {
    const { terms, fromAmount, toAmount } = decodeEvent<OrderFilled>(body)
    assert.ok(terms.from === ADA || terms.to === ADA)
    const { lovelace, fills } = sums.get(terms.owner) ?? { lovelace: 0n, fills: 0 }
    const swapped = terms.from === ADA ? fromAmount : toAmount
    sums.set(terms.owner, { lovelace: lovelace + swapped, fills: fills + 1 })
  }
  return sums
}

test('the guide gives a model that obeys forks and an endpoint that answers from it', async (t) => {
  const copy = temporaryDirectory(t)
  const files = follow(copy)
  const folded = foldedRecording(t)
  // The rest of the project is unchanged.
  const types = { extends: './tsconfig.json', include: [], files }
  writeFileSync(join(copy, 'tsconfig.guide.json'), JSON.stringify(types))
  await runIn(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.guide.json'])
  await runIn(copy, ['node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...files])
  const runner = ['scripts/run-installed.mjs', 'test']
  await runIn(copy, [...runner, ...files.filter((file) => file.endsWith('.test.ts'))])
  const renewals = [...guide.matchAll(/^(RENEW_\w+)=1 npm test -- (\S+)$/gm)]
  assert.deepEqual(
    renewals.map(([, setting]) => setting),
    ['RENEW_DOCS', 'RENEW_CLIENT', 'RENEW_EXAMPLES'],
  )
  // RENEW_EXAMPLES would request every route of a whole service. The requests below replace it.
  for (const [, setting = '', word = ''] of renewals.slice(0, 2)) {
    await runIn(copy, [...runner, word], { [setting]: '1' })
    await runIn(copy, [...runner, word])
  }
  await runIn(copy, [
    ...runner,
    'api/documents',
    'scripts/imports',
    'query-plans',
    'response-states',
    'slot-battle',
  ])
  const { dataDir } = await folded
  const chain = { NETWORK: 'devnet', CHAIN_FILE: fileURLToPath(CHAIN_FILE), DATA_DIR: dataDir }
  const before = modelsPath(dataDir)
  const { startService } = await loadModule<typeof import('../scripts/service/service.ts')>(
    pathToFileURL(join(copy, 'scripts/service/service.ts')),
  )
  const { settings } = readSettings({ ...chain, MAX_LAG: '0', PORT: '0', LOG_LEVEL: 'silent' }, [])
  const service = await startService(settings)
  t.after(() => service.close())
  const route = service.routes.find(({ operationId }) => operationId === 'getVolumeByOwner')
  assert.ok(route !== undefined)
  const ask = (owner: string) => checkResponse(service.url, route, { params: { owner } })
  const nobody = `61${'00'.repeat(28)}`
  for (let { status } = await ask(nobody); status !== 200; { status } = await ask(nobody)) {
    assert.equal(status, 503)
    await sleep(50)
  }
  assert.equal(modelsPath(dataDir), before, 'the chain was folded again')

  const expected = volumes(before)
  assert.ok(expected.size > 1)
  for (const [owner, { lovelace, fills }] of expected)
    assert.deepEqual((await ask(owner)).body, { lovelace: `${lovelace}`, fills })
  assert.deepEqual((await ask(nobody)).body, { lovelace: '0', fills: 0 })
  assert.equal((await ask('61')).status, 400)
})
