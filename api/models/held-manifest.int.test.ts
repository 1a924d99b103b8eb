import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { HeldManifest } from './held-manifest.ts'

const LONG_MS = 600_000

test('requests are held until another version is there, their client leaves, or the service ends', async (t) => {
  const path = join(temporaryDirectory(t), 'manifest.json')
  const publish = (version: number): void => {
    writeFileSync(`${path}.new`, JSON.stringify({ state: { version } }))
    renameSync(`${path}.new`, path)
  }
  const held = new HeldManifest(path, LONG_MS)
  t.after(() => held.close())
  const { signal } = new AbortController()
  // A request without a manifest, or from a reader of another version, does not wait.
  await held.until(1, signal)
  publish(1)
  await held.until(0, signal)
  const ended: string[] = []
  const wait = (name: string, by = signal): Promise<void> =>
    held.until(1, by).then(() => void ended.push(name))
  const leaving = new AbortController()
  const left = wait('left', leaving.signal)
  const waits = Array.from({ length: 100 }, (_, n) => wait(`${n}`))
  leaving.abort()
  await left
  assert.deepEqual(ended, ['left'])
  publish(2)
  await Promise.all(waits)
  assert.equal(ended.length, 101)
  const last = held.until(2, signal)
  held.close()
  await last
  await held.until(2, signal)
})

test('a request is held for the longest time at most', async (t) => {
  const path = join(temporaryDirectory(t), 'manifest.json')
  writeFileSync(path, JSON.stringify({ state: { version: 1 } }))
  const held = new HeldManifest(path, 1)
  t.after(() => held.close())
  await held.until(1, new AbortController().signal)
})
