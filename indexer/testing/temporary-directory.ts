// A directory for a test's files, gone when the test ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export const temporaryDirectory = (t: Pick<TestContext, 'after'>): string => {
  const directory = mkdtempSync(join(tmpdir(), 'indexer-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
