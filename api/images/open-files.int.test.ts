import assert from 'node:assert/strict'
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { until } from '../../fixtures/testing/until.ts'
import { OpenFiles } from './open-files.ts'

const targetOf = (descriptor: string): string | undefined => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return undefined
  }
}

/** Descriptors of this process that are open on a file. */
const openOn = (path: string): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => targetOf(descriptor) === path).length

test('pieces that are read at the same time share one open file, which is closed soon after', async (t) => {
  const path = join(temporaryDirectory(t), 'file')
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251))
  writeFileSync(path, bytes)
  const files = new OpenFiles()
  const pieces = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const piece = Buffer.alloc(100)
      await files.readAt(path, piece, 100 * at)
      return piece
    }),
  )
  assert.deepEqual(Buffer.concat(pieces), bytes)
  if (process.platform === 'linux') assert.equal(openOn(path), 1)
  await until('the file is closed', () => openOn(path) === 0)
})

test('a file that is gone or too short is an error, and is read once it is there', async (t) => {
  const path = join(temporaryDirectory(t), 'file')
  const files = new OpenFiles()
  const memory = Buffer.alloc(4)
  await assert.rejects(files.readAt(path, memory, 0), /ENOENT/)
  writeFileSync(path, 'ab')
  await assert.rejects(files.readAt(path, memory, 0), /is shorter than it was/)
  writeFileSync(path, 'abcd')
  await files.readAt(path, memory, 0)
  assert.equal(memory.toString(), 'abcd')
})
