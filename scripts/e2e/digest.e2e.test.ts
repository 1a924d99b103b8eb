// One chain, one digest: folded, folded again from the log, and folded through kills at random moments.
import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../fixtures/devnet/actors/random.ts'
import { readChainFile } from '../../fixtures/devnet/recording/chain-file.ts'
import { seedOf } from '../../fixtures/testing/random-runs.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { recordedBeginning } from '../testing/recorded-beginning.ts'
import { runScript, startScript } from '../testing/run-script.ts'

const logSize = (directory: string): number =>
  ['log.db', 'log.db-wal']
    .map((name) => join(directory, name))
    .reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0)

/** Blocks of the recorded chain: many times what comes between two kills. */
const BLOCKS = 600

test('the same chain gives the same digest, whatever happens on the way', async (t) => {
  const beginning = await recordedBeginning(t, BLOCKS)
  const on = (dataDir: string): string[] => [
    '--network',
    'devnet',
    '--chain-file',
    beginning,
    '--data-dir',
    dataDir,
  ]
  const checkpointOf = ({ code, stdout, stderr }: Awaited<ReturnType<typeof runScript>>) => {
    assert.equal(code, 0, stderr)
    const { slot, id, height, digest } = JSON.parse(stdout)
    return { slot, id, height, digest }
  }

  const whole = join(temporaryDirectory(t), 'data')
  const unharmed = checkpointOf(await runScript('replay', on(whole)))
  const { digest: _, ...end } = unharmed
  const { point, height } = (await readChainFile(beginning)).at(-1) ?? assert.fail()
  assert.deepEqual(end, { ...point, height })
  assert.deepEqual(checkpointOf(await runScript('rebuild', on(whole))), unharmed)

  const killed = join(temporaryDirectory(t), 'killed')
  const random = new Random(`moments ${seedOf(t)}`)
  let kills = 0
  for (let isWhole = false; !isWhole && kills < 3; ) {
    const before = logSize(killed)
    const { child, ended } = startScript('replay', on(killed))
    // Killed at some moment after it has begun to write.
    while (logSize(killed) <= before + 400_000 && child.exitCode === null) await sleep(5)
    await sleep(random.integer(0, 200))
    child.kill('SIGKILL')
    const { code, stderr } = await ended
    // A kill that came too late met a run that had taken everything: the next would have nothing to write.
    isWhole = code !== 'SIGKILL'
    if (isWhole) assert.equal(code, 0, stderr)
    else kills++
  }
  assert.ok(kills > 0, 'no run was killed before it ended')
  assert.deepEqual(checkpointOf(await runScript('replay', on(killed))), unharmed)
  assert.deepEqual(checkpointOf(await runScript('verify', [...on(killed), '--deep'])), unharmed)
})
