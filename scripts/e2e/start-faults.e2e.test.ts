// A start that is interrupted, on an unusual port, or whose output is no longer read: none of these is a failure.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Random } from '../../fixtures/devnet/actors/random.ts'
import { seedOf } from '../../fixtures/testing/random-runs.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { httpRequest } from '../../indexer/ogmios/http-request.ts'
import { foldedDevnet } from '../testing/folded-recording.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Ports that fetch refuses, of which one is free. */
const BLOCKED = [6697, 6679, 6669, 6668, 6667, 6666, 6665]

const freePort = async (): Promise<number> => {
  for (const port of BLOCKED) {
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => probe.close(resolve))
    if (isFree) return port
  }
  return assert.fail('no port is free')
}

/** `npm start` without npm, which has been seen to hold back a child's end. */
const start = (env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return { child, output, ended }
}

test('a start that is asked to end, at whichever moment, ends without complaint', async (t) => {
  const env = { PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'info', DATA_DIR: temporaryDirectory(t) }
  const random = new Random(`moments ${seedOf(t)}`)
  for (const [round, signal] of (['SIGTERM', 'SIGINT', 'SIGTERM'] as const).entries()) {
    const { child, output, ended } = start(env)
    t.after(() => child.kill('SIGKILL'))
    // The last rounds wait until there is a devnet, and then until the API is served.
    const moments = ['', '"starting a devnet"', '"serving"']
    while (!output.stderr.includes(moments[round] ?? '') && child.exitCode === null) await sleep(5)
    await sleep(random.integer(300, 1_800))
    child.kill(signal)
    const code = await ended
    const { stdout, stderr } = output
    // Before the first line of the project runs, the signal itself ends the process.
    assert.ok(code === 0 || (code === signal && stdout + stderr === ''), `${code} after ${signal}: ${stderr}`)
    assert.doesNotMatch(stderr, /\n\s+at |Error/)
  }
})

test('a port that browsers refuse is served, and an output that closed is done without', async (t) => {
  const port = await freePort()
  const dataDir = temporaryDirectory(t)
  await foldedDevnet(t, dataDir)
  const { child, output, ended } = start({
    PORT: String(port),
    DEVNET_PORT: '0',
    LOG_LEVEL: 'debug',
    DATA_DIR: dataDir,
  })
  t.after(() => child.kill('SIGKILL'))
  while (!output.stdout.includes('curl') && child.exitCode === null) await sleep(20)
  assert.match(output.stdout, new RegExp(`API +http://127\\.0\\.0\\.1:${port}\n`), output.stderr)
  child.stdout.destroy()
  child.stderr.destroy()
  const get = () =>
    httpRequest(`http://127.0.0.1:${port}/readyz`, { limit: 10_000, signal: new AbortController().signal })
  // Each answer is a line in the log at this level.
  for (let n = 0; n < 20; n++) {
    assert.equal((await get()).status, 200)
    await sleep(10)
  }
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})
