// One chain, one digest: folded twice, folded again from the log, and folded through kills at random moments.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { realChainData } from '../fixtures/devnet/real-chain-data.ts'
import { runScript, startScript } from './testing/run-script.ts'

const { path, skip } = realChainData('chain/mainnet-conway-10782320-10783373.ndjson.gz')

/** The end of the file's chain. */
const END = {
  slot: 133_703_981,
  id: 'd06f0cb72f04621cffe6b8a0401495e0157cdf3a8c874b4fcce053aac5084267',
  height: 10_783_373,
}

const logSize = (directory: string): number =>
  ['log.db', 'log.db-wal']
    .map((name) => join(directory, name))
    .reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0)

test('the same chain gives the same digest, whatever happens on the way', { skip }, async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'digest-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const replay = (name: string) => [path, '--data-dir', join(directory, name)] as const
  const checkpointOf = ({ code, stdout, stderr }: Awaited<ReturnType<typeof runScript>>) => {
    assert.equal(code, 0, stderr)
    const { slot, id, height, digest } = JSON.parse(stdout)
    return { slot, id, height, digest }
  }

  const first = checkpointOf(await runScript('replay', replay('first')))
  assert.deepEqual({ slot: first.slot, id: first.id, height: first.height }, END)
  assert.deepEqual(checkpointOf(await runScript('replay', replay('second'))), first)
  const [, ...data] = replay('first')
  assert.deepEqual(checkpointOf(await runScript('rebuild', data)), first)

  const [, , killed] = replay('killed')
  let kills = 0
  for (let grown = 0; grown < 3; ) {
    const before = logSize(killed)
    const { child, ended } = startScript('replay', replay('killed'))
    // Killed at some moment after it has begun to write.
    while (logSize(killed) <= before + 400_000 && child.exitCode === null) await sleep(5)
    await sleep(Math.random() * 200)
    child.kill('SIGKILL')
    const { code } = await ended
    if (code === 'SIGKILL') kills++
    grown++
  }
  assert.ok(kills > 0, 'no run was killed before it ended')
  assert.deepEqual(checkpointOf(await runScript('replay', replay('killed'))), first)
  assert.deepEqual(checkpointOf(await runScript('verify', ['--data-dir', killed, '--deep'])), first)
})
