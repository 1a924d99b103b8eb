// The commands other than `npm start`, used as by an operator: what they refuse, which files they write, and how they end.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildChain } from '../../devnet/chain/build-block.ts'
import { writeChainFile } from '../../devnet/recording/chain-writer.ts'
import { blocksAfter } from '../../indexer/testing/plain-blocks.ts'
import { openModels } from '../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../projections/engine/file/models-files.ts'
import { mainnetModels } from '../../projections/testing/test-models.ts'
import { commands } from '../../scripts/commands.ts'
import { forward, openDirectory, START } from '../../scripts/service/testing/open-directory.ts'
import { recordedBeginning } from '../harness/recorded-beginning.ts'
import { outputOf, runScript, startNpm } from '../harness/run-script.ts'
import { listen } from '../kit/listen.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

test('npm passes --help on, which ends with exit code 0, and an unknown command with the ones there are', async () => {
  const { code, stdout, stderr } = await startNpm('start', ['--help']).ended
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^npm start -- \[OPTIONS\]\n.* {2}PORT, --port {2}[^\n]*; default: 8080\)\n/s)
  assert.deepEqual(await runScript('begin', []), {
    code: 1,
    stdout: '',
    stderr: `"begin" is not a command; there are ${commands.map(({ name }) => name).join(', ')}\n`,
  })
})

test('output to a full disk is one line, and output to a closed pipe is none', () => {
  const runner = fileURLToPath(new URL('../../scripts/run-installed.mjs', import.meta.url))
  const run = (to: string) => {
    const line = `"$0" "$1" sql --help ${to}`
    const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, runner], { encoding: 'utf8' })
    return [status, stderr]
  }
  assert.deepEqual(run('> /dev/full'), [
    1,
    'the output cannot be read or written (ENOSPC: no space left on device, write): make room on the disk\n',
  ])
  assert.deepEqual(run('| true'), [0, ''])
})

test("the devnet's --port is where its Ogmios listens, and PORT is not read", async (t) => {
  const port = await listen(t, createServer())
  const env = { DATA_DIR: temporaryDirectory(t), DEVNET_PORT: '0', PORT: 'not a port' }
  const { code, stdout, stderr } = await runScript('devnet', ['--port', String(port)], env)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, new RegExp(`^port ${port} on 127\\.0\\.0\\.1 is in use`))
})

test('a replay into a directory that has the recording already ends', async (t) => {
  const directory = temporaryDirectory(t)
  const file = join(directory, 'chain.ndjson')
  const chain = buildChain(50)
  const env = { DATA_DIR: join(directory, 'data'), NETWORK: 'devnet' }
  const replay = async () => {
    const { blocks, height } = JSON.parse(await outputOf('replay', [file], env))
    return { blocks, height }
  }
  await writeChainFile(file, chain)
  assert.deepEqual(await replay(), { blocks: 50, height: 49 })
  assert.deepEqual(await replay(), { blocks: 0, height: 49 })
  // The chain file now ends before the log's last block.
  await writeChainFile(file, chain.slice(0, 30))
  assert.deepEqual(await replay(), { blocks: 0, height: 49 })
  // The chain file has a shorter fork: the log's first block and two other blocks.
  const [first] = chain
  assert.ok(first)
  await writeChainFile(file, [first, ...buildChain(2, { parent: first, salt: 'other' })])
  assert.deepEqual(await replay(), { blocks: 3, height: 2 })
  // The chain file has none of the log's blocks.
  await writeChainFile(file, buildChain(3, { salt: 'other' }))
  const { code, stdout, stderr } = await runScript('replay', [file], { ...env, LOG_LEVEL: 'silent' })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(
    stderr,
    /^\S+ does not continue the log in \S+ \(the node's chain begins with block .*\): choose another DATA_DIR\n$/,
  )
})

test('a replay leaves nothing behind when DATA_DIR is empty', async (t) => {
  const directory = temporaryDirectory(t)
  await writeChainFile(join(directory, 'chain.ndjson'), buildChain(5))
  const args = [
    fileURLToPath(new URL('../../scripts/run-installed.mjs', import.meta.url)),
    'replay',
    'chain.ndjson',
  ]
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { PATH: process.env.PATH, DATA_DIR: '', NETWORK: 'devnet' },
    stdio: 'ignore',
  })
  assert.equal(await new Promise((resolve) => child.once('exit', resolve)), 0)
  assert.deepEqual(readdirSync(directory), ['chain.ndjson'])
})

test('models that a kill left behind the log are not called wrong', async (t) => {
  const dataDir = temporaryDirectory(t)
  const killed = openDirectory(dataDir)
  const blocks = blocksAfter(START, 10)
  killed.fold(blocks.map(forward))
  const shared = blocks[6] ?? assert.fail()
  killed.log.append([
    { kind: 'backward', point: shared.point },
    ...blocksAfter(shared, 5, 'fork').map(forward),
  ])
  killed.close()
  const verify = () => runScript('verify', ['--deep'], { DATA_DIR: dataDir, NETWORK: 'mainnet' })
  assert.deepEqual(await verify(), {
    code: 1,
    stdout: '',
    stderr: `the models in ${dataDir} end at a block that the log has undone since: start the service if it is not running, then verify again\n`,
  })
  const restarted = openDirectory(dataDir)
  const { slot, id, height, digest } = restarted.fold() ?? assert.fail()
  restarted.close()
  const { code, stdout, stderr } = await verify()
  assert.deepEqual(
    [code, JSON.parse(stdout), stderr.split('\n').at(-2)],
    [
      0,
      { slot, id, height, digest },
      `${dataDir}: log, models and images are undamaged, and the models follow from the log`,
    ],
  )
})

test('models that are being folded again are not called wrong', async (t) => {
  const dataDir = temporaryDirectory(t)
  const opened = openDirectory(dataDir)
  opened.fold(blocksAfter(START, 10).map(forward))
  opened.close()
  // The state after an upgrade of the model `bars` was killed before the first block.
  const { network, source, models } = mainnetModels()
  const { path } = modelsFile(dataDir, 1)
  const changed = models.map((model) => (model.name === 'bars' ? { ...model, version: 1_000 } : model))
  openModels(path, { network, source, models: changed }).database.close()
  assert.deepEqual(await runScript('verify', [], { DATA_DIR: dataDir, NETWORK: 'mainnet' }), {
    code: 1,
    stdout: '',
    stderr: `bars in ${path} is being folded again: start the service if it is not running, and verify when its /status names nothing under refolding\n`,
  })
})

test('a benchmark runs, and its processes with it', async (t) => {
  const file = await recordedBeginning(t, 300)
  const words = ['follow', file, '--rounds', '1', '--copies', '1']
  const { code, stdout, stderr } = await startNpm('bench', words).ended
  assert.equal(code, 0, stderr)
  assert.match(stdout, /client library +[\d,]+ +1\.00 .*\n.*far from the tip +[\d,]+ +\d+\.\d\d/)
})
