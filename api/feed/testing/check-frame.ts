// Holds a frame against its schema, in which every field must be one: a test that looks at frames with it cannot pass with one
// that the schemas do not describe.
import assert from 'node:assert/strict'
import { Value } from '@sinclair/typebox/value'
import { FRAMES } from '../../../schema/answers/feed-frames.ts'
import { isRecord } from '../../../schema/ogmios/read-json.ts'

/** @throws {AssertionError} that says what of the frame is not as its schema describes it. */
export const checkFrame = (frame: unknown): void => {
  const event = isRecord(frame) ? String(frame.event) : ''
  const schema = FRAMES.get(event)
  assert.ok(schema !== undefined, `no frame has the event ${event}`)
  const [problem] = Value.Errors(schema, frame)
  assert.equal(problem, undefined, `${event}: ${problem?.path} ${problem?.message}`)
  assert.deepEqual(frame, Value.Clean(schema, structuredClone(frame)), `${event}: fields the schema lacks`)
}
