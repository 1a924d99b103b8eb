// Notices reach only readers of the same file.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { commitNotices } from './commit-notices.ts'

test('a notice comes to the readers of the file, in this thread and in others, and not to those of other files', async (t) => {
  const came: unknown[] = []
  const reader = (path: string) => {
    const notices = commitNotices(path, (tipHeight) => came.push(path, tipHeight))
    t.after(() => notices.close())
    return notices
  }
  reader('a')
  reader('b')
  const writer = reader('a')
  const other = new Worker(
    `const { BroadcastChannel, parentPort } = require('node:worker_threads')
     const channel = new BroadcastChannel('commits to a')
     channel.onmessage = ({ data }) => { channel.close(); parentPort.postMessage(data.tipHeight) }
     parentPort.postMessage('ready')`,
    { eval: true },
  )
  assert.deepEqual(await once(other, 'message'), ['ready'])
  const inOther = once(other, 'message')
  writer.notify(7)
  assert.deepEqual(await inOther, [7])
  while (came.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(came, ['a', 7])
})
