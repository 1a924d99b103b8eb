// A directory for one test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A new directory, which is gone when the test ends. */
export const temporaryDirectory = (t: Pick<TestContext, 'after'>): string => {
  const directory = mkdtempSync(join(tmpdir(), 'launchpad-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
