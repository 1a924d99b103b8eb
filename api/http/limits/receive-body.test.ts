import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../../schema/errors.ts'
import { RecycledMemory } from '../response/recycled-memory.ts'
import type { BodyMemory, BodySpec } from '../route/body.ts'
import { MemoryBudget } from './memory-budget.ts'
import { IncomingBody } from './receive-body.ts'

const PIECE = 200_000

const start = (limit = 10 * PIECE) => {
  const shared = { uploads: new MemoryBudget(3 * PIECE), bodyMemory: new RecycledMemory() }
  const spec: BodySpec = {
    mediaType: 'text/plain',
    schema: Type.String(),
    limit,
    tooLarge: 'PAYLOAD_TOO_LARGE',
    isOptional: false,
    requiresType: false,
    open: (_, memory: BodyMemory) => ({
      // Every second piece is freed while the body arrives.
      write: (piece) => {
        if (piece[0] === 1) memory.free(piece)
      },
      end: () => 'whole',
    }),
  }
  const body = new IncomingBody(spec, '', shared)
  let receive: (memory: ArrayBuffer, isLast: boolean) => void = () => {}
  const ended: unknown[] = []
  const response = {
    onData: (listener: typeof receive): void => {
      receive = listener
    },
  }
  body.receive(response, {
    onWhole: () => ended.push(body.value()),
    onFailure: (failure) => ended.push(failure),
  })
  const send = (first: number, isLast = false): void => {
    const piece = new Uint8Array(PIECE)
    piece[0] = first
    receive(piece.buffer, isLast)
  }
  return { body, shared, ended, send, receive: (...piece: Parameters<typeof receive>) => receive(...piece) }
}

test('the memory of a body is returned once, by its reader or at the end', () => {
  const { body, shared, ended, send } = start()
  send(1)
  const { freeBytes: piece } = shared.bodyMemory
  assert.ok(piece >= PIECE)
  send(0)
  send(0, true)
  assert.deepEqual([ended, shared.uploads.used, shared.bodyMemory.freeBytes], [['whole'], 3 * PIECE, 0])
  for (let times = 0; times < 2; times++) {
    body.release()
    assert.deepEqual([shared.uploads.used, shared.bodyMemory.freeBytes], [0, 2 * piece])
  }
})

test('a body above a limit is refused once, with its memory returned, and what still comes is ignored', () => {
  for (const [limit, cause] of [
    [2 * PIECE, 'PAYLOAD_TOO_LARGE'],
    [10 * PIECE, 'SERVICE_UNAVAILABLE'],
  ] as const) {
    const { shared, ended, send } = start(limit)
    for (let piece = 0; piece < 5; piece++) send(0, piece === 4)
    const causes = ended.map((failure) => failure instanceof ApiError && failure.cause)
    assert.deepEqual([causes, shared.uploads.used], [[cause], 0])
    assert.ok(shared.bodyMemory.freeBytes >= 2 * PIECE)
  }
})

test('a body may pause for less than 7 s at a time, and takes at most 60 s', (t) => {
  // The mock timers of Node 20 do not refresh.
  let uptime = 5_000
  let due = Number.POSITIVE_INFINITY
  let run = (): void => {}
  t.mock.method(performance, 'now', () => uptime)
  t.mock.method(globalThis, 'clearTimeout', () => {
    due = Number.POSITIVE_INFINITY
  })
  t.mock.method(globalThis, 'setTimeout', (listener: () => void, ms: number) => {
    const refresh = (): void => {
      due = uptime + ms
    }
    run = listener
    refresh()
    return { refresh }
  })
  const pass = (ms: number): void => {
    uptime += ms
    if (uptime < due) return
    due = Number.POSITIVE_INFINITY
    run()
  }
  /**
   * Pieces of two bytes, each after a pause in ms.
   * @returns the number of ends before and after the last piece, and the first end
   */
  const endOf = (pauses: readonly number[], last: number, isLast = true) => {
    const { ended, shared, receive } = start()
    for (const pause of pauses) {
      pass(pause)
      receive(new ArrayBuffer(2), false)
    }
    pass(last)
    const { length: before } = ended
    receive(new ArrayBuffer(2), isLast)
    const { length: after } = ended
    pass(10_000)
    const [end, ...others] = ended
    assert.deepEqual(others, [])
    if (end instanceof ApiError) assert.equal(shared.uploads.used, 0)
    return [before, after, end instanceof ApiError ? end.cause : end]
  }
  const slow = Array<number>(9).fill(6_500)
  assert.deepEqual(
    [
      endOf([], 6_999),
      endOf([], 7_000),
      endOf([6_999, 6_999], 6_999),
      endOf([6_999], 7_000),
      // 60 s, and a millisecond more. Refusing the last piece would gain nothing.
      endOf(slow, 1_500, false),
      endOf(slow, 1_501, false),
      endOf(slow, 1_501),
    ],
    [
      [0, 1, 'whole'],
      [1, 1, 'REQUEST_TIMEOUT'],
      [0, 1, 'whole'],
      [1, 1, 'REQUEST_TIMEOUT'],
      [0, 0, 'REQUEST_TIMEOUT'],
      [0, 1, 'REQUEST_TIMEOUT'],
      [0, 1, 'whole'],
    ],
  )
})
