// Notices reach whoever reads the same file, and nobody else.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { type CommittedFile, commitNotices } from './commit-notices.ts'

test('a notice comes to the readers of the file, in this thread and in others, and not to those of other files', async (t) => {
  const came: string[] = []
  const reader = (dataDir: string, file: CommittedFile) => {
    const notices = commitNotices(dataDir, file, () => came.push(`${dataDir} ${file}`))
    t.after(() => notices.close())
    return notices
  }
  reader('a', 'log')
  reader('a', 'models')
  reader('b', 'log')
  const writer = reader('a', 'log')
  const other = new Worker(
    `const { BroadcastChannel, parentPort } = require('node:worker_threads')
     const channel = new BroadcastChannel('log a')
     channel.onmessage = () => { channel.close(); parentPort.postMessage('came') }
     parentPort.postMessage('ready')`,
    { eval: true },
  )
  assert.deepEqual(await once(other, 'message'), ['ready'])
  const inOther = once(other, 'message')
  writer.give()
  assert.deepEqual(await inOther, ['came'])
  while (came.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(came, ['a log'])
})
