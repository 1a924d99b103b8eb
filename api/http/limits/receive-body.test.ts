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
      // Frees every second piece while the body arrives.
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
  return { body, shared, ended, send }
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
