import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { NextManifest } from './next-manifest.ts'

const LONG_MS = 600_000

test('requests wait until another version is there, their client leaves, or the service ends', async (t) => {
  const path = join(temporaryDirectory(t), 'manifest.json')
  const publish = (version: number): void => {
    writeFileSync(`${path}.new`, JSON.stringify({ state: { version } }))
    renameSync(`${path}.new`, path)
  }
  const next = new NextManifest(path, LONG_MS)
  t.after(() => next.close())
  const { signal } = new AbortController()
  // A request without a manifest, or from a reader of another version, does not wait.
  await next.until(1, signal)
  publish(1)
  await next.until(0, signal)
  const ended: string[] = []
  const wait = (name: string, by = signal): Promise<void> =>
    next.until(1, by).then(() => void ended.push(name))
  const leaving = new AbortController()
  const left = wait('left', leaving.signal)
  const waits = Array.from({ length: 100 }, (_, n) => wait(`${n}`))
  leaving.abort()
  await left
  assert.deepEqual(ended, ['left'])
  publish(2)
  await Promise.all(waits)
  assert.equal(ended.length, 101)
  const last = next.until(2, signal)
  next.close()
  await last
  await next.until(2, signal)
})
