import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { checkDisk } from './check-disk.ts'

test('a data directory on a tmpfs is warned of, and one on a disk is not', (t) => {
  const existing = temporaryDirectory(t)
  const warning = (type: number): string => {
    let lines = ''
    const logger = pino({ level: 'warn' }, { write: (line) => (lines += line) })
    checkDisk(join(existing, 'absent/data'), logger, (path) => {
      assert.equal(path, existing)
      return type
    })
    return lines
  }
  assert.match(warning(0x01021994), /"dataDir":".*\/absent\/data".*DATA_DIR is in a tmpfs/)
  const ext4 = 0xef53
  assert.equal(warning(ext4), '')
})
