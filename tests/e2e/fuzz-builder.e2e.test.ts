// Runs `npm run fuzz-builder`, which has no fixed duration, for a few hundred requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BuilderCourse } from '../fuzz/builder-course.ts'
import { runs, seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

test('no request stops the transaction builder, and what is built has the right amounts and is taken', async (t) => {
  const { judged, taken, kinds } = await new BuilderCourse({
    seed: seedOf(t),
    steps: runs(160),
    dataDir: temporaryDirectory(t),
    signal: new AbortController().signal,
    onProgress: () => {},
  }).run()
  assert.ok(judged > 0 && taken > 0)
  assert.ok(Object.keys(kinds).length > 10)
})
