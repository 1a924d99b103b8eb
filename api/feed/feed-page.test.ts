// Checks that the feed's document is current. The session accepts the document's messages, and the document's frames equal the server's.
// The document lists every topic, event, cause, close code and setting.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { SETTING_NAMES } from '../../schema/config/settings.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import {
  CLOSE_CODES,
  type DataEvent,
  EVENT_OF,
  FEED_CAUSES,
  REMOVAL_OF,
  TOPICS,
} from '../../schema/responses/feed.ts'
import { FRAMES } from '../../schema/responses/feed-frames.ts'
import { CLIENT_MESSAGES } from './socket/client-messages.ts'
import { dataRest, dataStart } from './socket/frames.ts'
import { Session } from './socket/session.ts'
import { checkFrame } from './testing/check-frame.ts'

const PAGE = readFileSync(new URL('../../docs/api/feed.md', import.meta.url), 'utf8')

const examples = [...PAGE.matchAll(/^```json\n(.*?)^```/gms)].map(([, text]) => {
  const example: unknown = JSON.parse(text ?? '')
  assert.ok(isRecord(example))
  return example
})
const messages = examples.filter(({ event }) => event === undefined)
const frames = examples.filter(({ event }) => event !== undefined)

test('the session accepts every message of the page, and the page has every type of message', () => {
  const session = new Session('devnet')
  const kinds = new Set<unknown>()
  for (const message of messages) {
    kinds.add(message.messageType)
    const schema = CLIENT_MESSAGES.get(`${message.messageType}${message.topic ?? ''}`)
    assert.ok(schema !== undefined && Value.Check(schema, message), JSON.stringify(message))
    const { reply = 'null' } = session.receive(JSON.stringify(message), 0, 0)
    const response: unknown = JSON.parse(reply)
    if (message.messageType === 'pong') assert.equal(response, null)
    else assert.ok(isRecord(response) && response.event !== 'Error', reply)
  }
  assert.deepEqual([...kinds].sort(), ['connect', 'ping', 'pong', 'subscribe', 'unsubscribe'])
})

/** The event's own frame, or one with the same payload. */
const frameOf = (event: string) => {
  const schema = FRAMES.get(event) ?? assert.fail(event)
  const own = frames.filter((frame) => frame.event === event)
  return [...own, ...frames.map((frame) => ({ ...frame, event }))].find((frame) => Value.Check(schema, frame))
}

test('every frame of the page matches its schema, and the page shows the form of each event', () => {
  for (const frame of frames) checkFrame(frame)
  const shapeless = [...FRAMES.keys()].filter((event) => frameOf(event) === undefined)
  assert.deepEqual(shapeless, [])
})

test('the server writes data frames as in the page', () => {
  const events = new Set<DataEvent>([...Object.values(EVENT_OF), ...Object.values(REMOVAL_OF)])
  for (const event of events) {
    const { requestId, messageType, data } = Object(frameOf(event))
    const text = dataStart(String(requestId)) + String(dataRest(event, JSON.stringify(data)))
    assert.equal(text, JSON.stringify({ requestId, event, messageType, data }))
  }
})

const firstCells = [...PAGE.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell]) => cell ?? '')
const missing = (names: readonly string[], cells: readonly string[]): string[] =>
  names.filter((name) => !cells.some((cell) => cell === name || cell.includes(`\`${name}\``)))

test('no topic, cause, close code or setting is missing in the tables of the page', () => {
  assert.deepEqual(missing(TOPICS, firstCells), [])
  assert.deepEqual(missing(FEED_CAUSES, firstCells), [])
  assert.deepEqual(missing(Object.values(CLOSE_CODES).map(String), firstCells), [])
  const settings = SETTING_NAMES.filter((name) => name.startsWith('FEED_'))
  assert.deepEqual(missing(settings, firstCells), [])
})
