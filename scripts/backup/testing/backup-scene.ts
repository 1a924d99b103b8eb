// Setup for tests of backups: a directory, data to back up, and commands whose output is kept instead of printed.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { blocksAfter } from '../../../indexer/testing/plain-blocks.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'
import { StorageError } from '../../../schema/platform/storage-error.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { forward, openDirectory, START } from '../../service/testing/open-directory.ts'

export const settingsOf = (DATA_DIR: string, more: Readonly<Record<string, string>> = {}) =>
  readSettings({ DATA_DIR, NETWORK: 'mainnet', ...more }, []).settings

export const backupScene = (t: TestContext) => {
  const directory = temporaryDirectory(t)
  const printed = t.mock.method(console, 'log', () => {})
  const notices: unknown[] = []
  t.mock.method(console, 'error', (line: unknown) => notices.push(line))
  t.mock.method(process.stderr, 'write', () => true)
  const at = (name: string): string => join(directory, name)
  return {
    at,
    notices,
    summary: () => JSON.parse(String(printed.mock.calls.at(-1)?.arguments.at(0))),
    makeData(more: Readonly<Record<string, string>> = {}) {
      mkdirSync(at('data'))
      const opened = openDirectory(at('data'))
      opened.fold(blocksAfter(START, 10).map(forward))
      opened.close()
      return settingsOf(at('data'), more)
    },
    /** Replaces the test's directory in the line by a relative path. */
    async refusalOf(run: Promise<void>): Promise<string> {
      const refusal = await run.then(
        () => assert.fail('it was not refused'),
        (error: unknown) => error,
      )
      if (!(refusal instanceof StartupError || refusal instanceof StorageError)) throw refusal
      assert.ok(!refusal.message.includes('\n'))
      return refusal.message.replaceAll(`${directory}/`, '')
    },
  }
}
