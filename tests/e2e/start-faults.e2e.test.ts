// Starts that are interrupted, that use an unusual port, or whose output nobody reads. These starts must not fail. A start whose limit of
// open files is too low, or whose data are in memory, reports this.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Random } from '../../devnet/actors/random.ts'
import { httpRequest } from '../../indexer/ogmios/http-request.ts'
import { foldedDevnet } from '../harness/folded-recording.ts'
import { startProcess } from '../harness/run-script.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { Never, until } from '../kit/until.ts'

/** fetch refuses these ports. */
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

test('a start that is asked to end, at whichever moment, ends without complaint', async (t) => {
  const env = { PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'info', DATA_DIR: temporaryDirectory(t) }
  const random = new Random(`moments ${seedOf(t)}`)
  for (const [round, signal] of (['SIGTERM', 'SIGINT', 'SIGTERM'] as const).entries()) {
    const { child, stderr: logged, ended } = startProcess(t, env)
    const moments = ['', '"starting a devnet"', '"the API is served"']
    const moment = moments[round] ?? ''
    await until(`${moment} or the end`, () => logged().includes(moment) || child.exitCode !== null)
    await sleep(random.integer(300, 1_800))
    child.kill(signal)
    const { code, stdout, stderr } = await ended
    // A signal before the project's code runs ends the process directly.
    assert.ok(code === 0 || (code === signal && stdout + stderr === ''), `${code} after ${signal}: ${stderr}`)
    assert.doesNotMatch(stderr, /\n\s+at |Error/)
  }
})

test('a port that browsers refuse is served, and an output that closed is done without', async (t) => {
  const port = await freePort()
  const dataDir = temporaryDirectory(t)
  await foldedDevnet(t, dataDir)
  const { child, stdout, stderr, ended } = startProcess(t, {
    PORT: String(port),
    DEVNET_PORT: '0',
    LOG_LEVEL: 'debug',
    DATA_DIR: dataDir,
  })
  await until('the first lines or the end', () => stdout().includes('curl') || child.exitCode !== null)
  assert.match(stdout(), new RegExp(`API +http://127\\.0\\.0\\.1:${port}\n`), stderr())
  child.stdout?.destroy()
  child.stderr?.destroy()
  const get = () =>
    httpRequest(`http://127.0.0.1:${port}/readyz`, { limit: 10_000, signal: new AbortController().signal })
  for (let n = 0; n < 20; n++) {
    assert.equal((await get()).status, 200)
    await sleep(10)
  }
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})

test('a service whose output goes to a full disk starts, answers, says that its log is lost, and ends', {
  skip: !existsSync('/dev/full') && 'this system has no /dev/full',
}, async (t) => {
  const [port, full] = [await freePort(), openSync('/dev/full', 'w')]
  const child = spawn(process.execPath, ['scripts/run-installed.mjs', 'start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      PORT: `${port}`,
      DEVNET_PORT: '0',
      DATA_DIR: temporaryDirectory(t),
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', full, full],
  })
  const ended = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  closeSync(full)
  const options = { limit: 10_000, signal: new AbortController().signal }
  await until('readiness', async () => {
    if (child.exitCode !== null) throw new Never(`ended with ${child.exitCode}`)
    const { status, body = '' } = await httpRequest(`http://127.0.0.1:${port}/readyz`, options)
    assert.equal(status, 200)
    assert.match(body, /"status":"degraded".*lines of the log are lost/)
    return true
  })
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

test('a start with too few open files ends with one line that says what to change', (t) => {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 100 && exec "$0" scripts/run-installed.mjs start', process.execPath],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH: process.env.PATH, DATA_DIR: temporaryDirectory(t) },
      encoding: 'utf8',
    },
  )
  assert.equal(status, 1, stderr)
  assert.match(
    stderr,
    /^at most 100 files may be open at once, and the service needs more: [^\n]*ulimit -n[^\n]*\n$/,
  )
})

const MEMORY = '/dev/shm'
const TMPFS = 0x01021994

const isInMemory = (): boolean => {
  try {
    return statfsSync(MEMORY).type === TMPFS
  } catch {
    return false
  }
}

test('a start with its data in memory warns of that', {
  skip: !isInMemory() && `${MEMORY} is no tmpfs on this machine`,
}, async (t) => {
  const directory = mkdtempSync(join(MEMORY, 'launchpad-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const running = startProcess(t, { PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: directory })
  await until('the warning', () => running.stderr().includes('DATA_DIR is in a tmpfs'))
  await running.end()
})
