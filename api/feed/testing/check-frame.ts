// Checks that a frame matches its schema, and has no field that the schema lacks.
import assert from 'node:assert/strict'
import { Value } from '@sinclair/typebox/value'
import { isRecord } from '../../../schema/ogmios/read-json.ts'
import { FRAMES } from '../../../schema/responses/feed-frames.ts'

/** @throws {AssertionError} with the path that does not match the schema */
export const checkFrame = (frame: unknown): void => {
  const event = isRecord(frame) ? String(frame.event) : ''
  const schema = FRAMES.get(event)
  assert.ok(schema !== undefined, `no frame has the event ${event}`)
  const [problem] = Value.Errors(schema, frame)
  assert.equal(problem, undefined, `${event}: ${problem?.path} ${problem?.message}`)
  assert.deepEqual(frame, Value.Clean(schema, structuredClone(frame)), `${event}: fields the schema lacks`)
}
