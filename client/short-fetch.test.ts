import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortFetch } from './short-fetch.ts'

test('an answer is read whole or, if it is endless, only to its limit', async (t) => {
  const KIB = new Uint8Array(1_024).fill(0x20)
  let sent = 0
  let count = 0
  t.mock.method(globalThis, 'fetch', async () => {
    sent = 0
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (sent === count) controller.close()
        else controller.enqueue(KIB)
        sent += 1
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
  const read = async (kibibytes: number) => {
    count = kibibytes
    return (await shortFetch(new Request('http://peer/status'))).text()
  }
  assert.equal((await read(64)).length, 65_536)
  await assert.rejects(read(Number.POSITIVE_INFINITY), {
    name: 'RangeError',
    message: 'the response is too long',
  })
  assert.ok(sent < 100, `${sent} KiB were taken`)
})
