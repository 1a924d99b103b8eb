// Sends hostile blocks through the whole indexer while node, files and processes fail, in episodes with one seed each. No fault may stop
// the indexer or change the final state, and reports must be correct. SEED=n uses other episodes; `npm run simulate` has no time limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputOf, runScript } from '../harness/run-script.ts'
import { runs, SEED } from '../kit/random-runs.ts'
import { runEpisodes } from '../simulation/run-episodes.ts'

/** Parts, so that no test exceeds its time limit. */
const PARTS = 5

for (let part = 0; part < PARTS; part++)
  test(`no fork, no fault of the node and none of the disk leaves a trace, ${part + 1} of ${PARTS}`, async (t) => {
    const episodes = runs(10)
    const seed = SEED + part * episodes
    const { failure, met, ...counts } = await runEpisodes({ seed, episodes, blocks: 20, threads: 1 })
    t.diagnostic(JSON.stringify({ seed, ...counts, met: met.size }))
    assert.equal(failure, undefined)
  })

test('the command prints its seed first, runs as many episodes as asked, and refuses an unknown flag', async () => {
  const stdout = await outputOf('simulate', ['--seed', '4', '--episodes', '1', '--blocks', '10'])
  const [first, report] = stdout.split('\n')
  assert.equal(first, 'seed 4')
  const { seed, ended } = JSON.parse(report ?? '')
  assert.deepEqual({ seed, ended }, { seed: 4, ended: 1 })
  assert.equal((await runScript('simulate', ['--minutes', '1'])).code, 1)
})
