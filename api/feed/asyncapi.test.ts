// The AsyncAPI document is valid by AsyncAPI's own schema, and contains every message of clients and server.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { Ajv } from 'ajv'
import { TOPICS } from '../../schema/responses/feed.ts'
import { FRAMES } from '../../schema/responses/feed-frames.ts'
import { asyncapiDocument } from './asyncapi.ts'
import { CLIENT_MESSAGES } from './socket/client-messages.ts'

const ASYNCAPI: object = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json')

test('the document is valid AsyncAPI 3.0, and has each message that a client and the server may send', () => {
  const document: unknown = JSON.parse(JSON.stringify(asyncapiDocument()))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  assert.ok(ajv.validate(ASYNCAPI, document), JSON.stringify(ajv.errors?.slice(0, 5)))
  const { channels, components, operations } = asyncapiDocument()
  const received = [...TOPICS.map((topic) => `subscribe${topic}`), 'unsubscribe', 'connect', 'ping', 'pong']
  const names = [...received, ...FRAMES.keys()]
  assert.deepEqual(Object.keys(components.messages).sort(), names.toSorted())
  assert.deepEqual(Object.keys(operations).sort(), [...received, 'frames'].sort())
  assert.deepEqual(Object.keys(channels.feed.messages).sort(), names.toSorted())
  // Every message and every operation has a description, and an example that matches its schema.
  const schemas = new Map([...CLIENT_MESSAGES, ...FRAMES])
  for (const [name, { description, summary, examples }] of Object.entries(components.messages)) {
    assert.ok(description.endsWith('.') && description !== summary, name)
    const [{ payload } = assert.fail(name)] = examples
    assert.deepEqual([...Value.Errors(schemas.get(name) ?? assert.fail(name), payload)], [], name)
  }
  for (const [name, { description }] of Object.entries(operations)) assert.ok(description.endsWith('.'), name)
  // Generators name types after the titles.
  type Shape = Record<string, { readonly title?: string; readonly properties?: unknown }>
  for (const [name, { payload }] of Object.entries(components.messages)) {
    const { title, properties } = payload as { readonly title: string; readonly properties: Shape }
    assert.deepEqual([title, properties.data?.title], [name, properties.data?.properties && `${name}Data`])
  }
})
