// A bit that flips in the rows of models that are served.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { until } from '../../fixtures/testing/until.ts'
import { blocksAfter } from '../../indexer/testing/plain-blocks.ts'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { compareRows } from './compare-rows.ts'
import { modelsPath } from './settings/data-directory.ts'
import { forward, openDirectory, START } from './testing/open-directory.ts'

const comparing = (t: TestContext, directory: string) => {
  const said: string[] = []
  let asked = 0
  const isDue = (): boolean => {
    asked += 1
    return true
  }
  const { lacks, close } = compareRows({
    task: { directory, network: 'mainnet', operations: mainnetOperations, ownModels: [] },
    isDue,
    logger: { error: ({ problem }: { readonly problem: string }) => void said.push(problem) },
    first: 0,
    interval: 0,
  })
  t.after(close)
  return { said, lacks, asked: () => asked }
}

test('a row that differs from the digest is named until the rows are right again', async (t) => {
  const directory = temporaryDirectory(t)
  const opened = openDirectory(directory)
  opened.fold(blocksAfter(START, 10).map(forward))
  opened.close()
  const path = modelsPath(directory)
  const { said, lacks, asked } = comparing(t, directory)
  await until('two comparisons', async () => asked() > 2)
  assert.deepEqual([said, lacks()], [[], []])

  const change = (sql: string): void => {
    const models = new Sqlite(path)
    models.exec(`UPDATE control SET journal = 0; ${sql}`)
    models.close()
  }
  change("INSERT INTO pool_counts_1 VALUES ('curve', 1)")
  await until('the difference', async () => lacks().length > 0)
  assert.match(
    lacks()[0] ?? '',
    /^the rows in \S+models-1\.db have digest \w{16}, but \w{16} is stored: stop the service and run npm run rebuild$/,
  )
  assert.deepEqual(said[0], lacks()[0])
  change('DELETE FROM pool_counts_1')
  await until('equal rows', async () => lacks().length === 0)
})
