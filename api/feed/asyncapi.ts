// The AsyncAPI 3 document of the feed, made from the schemas by which messages are checked, and from the schemas of frames.
import { type TSchema, Type } from '@sinclair/typebox'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { EVENT_OF, TOPICS } from '../../schema/responses/feed.ts'
import { FRAMES } from '../../schema/responses/feed-frames.ts'
import { type Json, SchemaCatalogue, schemaExample } from '../http/document/schema-catalogue.ts'
import { PROCESS } from '../http/route/etag.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { frameText, messageText } from './message-texts.ts'
import { CLIENT_MESSAGES } from './socket/client-messages.ts'
import { FEED_PATHS } from './socket/feed-socket.ts'

const [FEED_PATH] = FEED_PATHS

const reference = (name: string) => ({ $ref: `#/channels/feed/messages/${name}` })

/** Replies to a message. A pong has none. */
const REPLIES: Readonly<Record<string, string>> = {
  unsubscribe: 'UnsubscriptionSucceeded',
  connect: 'ConnectionSucceeded',
  ping: 'Pong',
}

const summaryOf = (name: string): string => {
  const topic = TOPICS.find((each) => name === `subscribe${each}`)
  return topic === undefined
    ? `The message ${name}.`
    : `Subscribes to ${topic}, whose frames are ${EVENT_OF[topic]}.`
}

/** Generators make names of types from titles. */
const named = (schema: Json, title: string): Json => {
  if ('$ref' in schema) return schema
  const { properties } = schema
  if (!isRecord(properties) || !isRecord(properties.data)) return { title, ...schema }
  return { title, ...schema, properties: { ...properties, data: named(properties.data, `${title}Data`) } }
}

/** The document has the protocol's version. */
export const asyncapiDocument = () => {
  const schemas = new SchemaCatalogue()
  const messageOf = (
    [name, payload]: readonly [string, TSchema],
    texts: { readonly summary: string; readonly description: string },
  ) =>
    [
      name,
      {
        name,
        ...texts,
        contentType: 'application/json',
        payload: named(schemas.render(payload), name),
        examples: [{ payload: schemaExample(payload) }],
      },
    ] as const
  const received = [...CLIENT_MESSAGES].map((entry) => {
    const [name] = entry
    return messageOf(entry, { summary: summaryOf(name), description: messageText(name) })
  })
  const sent = [...FRAMES].map((entry) => {
    const [event] = entry
    return messageOf(entry, { summary: `The frame ${event}.`, description: frameText(event) })
  })
  const operations = received.map(([name]) => {
    const reply = name.startsWith('subscribe') ? 'SubscriptionSucceeded' : REPLIES[name]
    const operation = {
      action: 'receive',
      channel: { $ref: '#/channels/feed' },
      summary: summaryOf(name),
      description: messageText(name),
      messages: [reference(name)],
      ...(reply && {
        reply: { channel: { $ref: '#/channels/feed' }, messages: [reference(reply), reference('Error')] },
      }),
    }
    return [name, operation] as const
  })
  const messages = [...received, ...sent]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Token launchpad: the feed',
      version: '2',
      description:
        'A client subscribes, waits for SubscriptionSucceeded, fetches the state over HTTP, and applies the frames. Each frame contains the complete current object.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      service: {
        host: '{host}',
        protocol: 'ws',
        description: 'The service; `wss` behind a proxy with TLS.',
        variables: { host: { default: '127.0.0.1:8080', description: 'Host and port.' } },
      },
    },
    channels: {
      feed: {
        address: FEED_PATH,
        description: `Also on ${FEED_PATHS.slice(1).join(', ')}.`,
        messages: Object.fromEntries(
          messages.map(([name]) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      ...Object.fromEntries(operations),
      frames: {
        action: 'send',
        channel: { $ref: '#/channels/feed' },
        summary: 'Frames of the server: responses, changes of subscribed topics, pings and errors.',
        description: 'Every frame of a subscription has its request id.',
        messages: sent.map(([name]) => reference(name)),
      },
    },
    components: { messages: Object.fromEntries(messages), schemas: schemas.all() },
  }
}

let made: Prepared | undefined

export const asyncapiRoute: Route = route({
  path: '/asyncapi.json',
  operationId: 'getAsyncapi',
  summary: 'The AsyncAPI document of the feed',
  description: 'Messages and frames of the WebSocket `/ws`, with their schemas, for generators of clients.',
  responses: {
    200: {
      schema: Type.Record(Type.String(), Type.Unknown(), { examples: [{ asyncapi: '3.0.0' }] }),
      description: 'An AsyncAPI 3.0 document.',
    },
  },
  cache: 'public, max-age=60',
  state: () => PROCESS,
  handle: (_, reply) => {
    made ??= new Prepared(JSON.stringify(asyncapiDocument()))
    return reply(200, made)
  },
})
