// Hostile blocks through the whole service, with forks: nothing stops it, nothing of a fork is left, and it
// reports nothing false. A failure names its seed, and SEED=n runs that one again; `npm run fuzz-blocks` runs for
// as long as one likes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runs, SEED } from '../../fixtures/testing/random-runs.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { Course } from '../fuzz/course.ts'
import { runScript } from '../testing/run-script.ts'

const BLOCKS = runs(120)

/** Seeds that have found something, or fill blocks. */
const KEPT = [
  // Orders that filled each other before the first trade with a pool that was adopted.
  3_131_289_715,
  // Blocks full of orders that are placed and filled.
  8,
]

/** An even seed begins with a Byron block, an odd one later. */
for (const seed of [SEED, (SEED ^ 1) >>> 0, ...KEPT])
  test(`hostile blocks of seed ${seed} stop nothing, and nothing false is reported of them`, async (t) => {
    const report = await new Course({ seed, blocks: BLOCKS, dataDir: temporaryDirectory(t) }).run()
    t.diagnostic(JSON.stringify({ seed, ...report }))
  })

test('the command prints its seed first, runs as many blocks as asked, and refuses what it does not know', async () => {
  const { code, stdout, stderr } = await runScript('fuzz-blocks', ['--seed', '4', '--blocks', '20'])
  assert.equal(code, 0, stderr)
  const [first, report] = stdout.split('\n')
  assert.equal(first, 'seed 4')
  const { seed, blocks } = JSON.parse(report ?? '')
  assert.deepEqual({ seed, blocks }, { seed: 4, blocks: 20 })
  assert.deepEqual(await runScript('fuzz-blocks', ['--blocks', '1', '--minutes', '1']), {
    code: 1,
    stdout: '',
    stderr: 'give --blocks or --minutes, not both\n',
  })
})
