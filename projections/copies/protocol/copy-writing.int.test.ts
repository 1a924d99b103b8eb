// Attempts of a writer whose place cannot take the copy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silent } from '../../../tests/kit/silent.ts'
import { until } from '../../../tests/kit/until.ts'
import { writeReports } from '../../status/indexer-status.ts'
import { mainnetModels } from '../../testing/test-models.ts'
import { Indexer, World } from '../testing/indexer.ts'
import { CopyWriting } from './copy-writing.ts'

test('a writer whose loads fail tries again after ever longer waits', async (t) => {
  const indexer = new Indexer()
  const { directory } = indexer.models
  const world = new World(1, 3)
  indexer.follow(world.blocks)
  writeReports(directory, {
    following: { at: 1, state: 'waiting', problem: null, nodeTip: null, logEnd: null, isRecorded: false },
  })
  const loads: number[] = []
  const writing = new CopyWriting({
    ...{ directory, models: mainnetModels(), logger: silent },
    place: {
      name: 'the copy',
      interval: 1_000,
      open: async () => ({
        copy: {
          ...{ name: 'the copy', advice: { differs: '', otherNetwork: '' } },
          ...{ state: async () => undefined, blocks: async () => [], commitsAfter: async () => [] },
          write: async () => assert.fail('there is no copy yet'),
        },
        async load() {
          loads.push(performance.now())
          throw new Error('the place refuses')
        },
        beat: async () => {},
        close: async () => {},
      }),
      explain: (error) => [String(error)],
    },
  })
  t.after(async () => {
    await writing.close()
    indexer.close()
  })
  writing.run()
  await until('four loads', () => loads.length === 4)
  assert.equal(writing.report.problem, 'Error: the place refuses')
  const [, , third = 0, fourth = 0] = loads
  // At least half of 200 ms, doubled twice.
  assert.ok(fourth - third >= 400, `${fourth - third}`)
})
