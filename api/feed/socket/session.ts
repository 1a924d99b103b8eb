// The protocol of one connection: handles a client's message, and returns the reply, the change of subscriptions, and whether the
// connection ends. The session sends nothing and reads no clock, so that every rule can be tested quickly.

import type { TokenOf } from '../../../schema/codecs/asset-text.ts'
import { ApiError } from '../../../schema/errors.ts'
import { isRecord } from '../../../schema/ogmios/read-json.ts'
import type { TimeOfDay, Uptime } from '../../../schema/platform/clocks.ts'
import { takenFrom } from '../../../schema/platform/token-bucket.ts'
import type { Network } from '../../../schema/primitives.ts'
import { CLOSE_CODES, type FeedCause } from '../../../schema/responses/feed.ts'
import { BODY_BOUNDS, type JsonBounds, JsonTooLarge, parseBounded } from '../../http/check/bounded-json.ts'
import { MAX_ID_LENGTH } from './client-messages.ts'
import { errorFrame, replyFrame } from './frames.ts'
import { isSameTarget, isTopic, type Target, targetOf } from './topics.ts'

export interface SessionLimits {
  readonly subscriptions: number
  readonly messageRate: number
  readonly messageBurst: number
  /** Refused messages per minute at which the connection ends. */
  readonly errorsPerMinute: number
  readonly messageBytes: number
}

/** Similar to comparable public services. A page has about ten subscriptions. */
export const SESSION_LIMITS: SessionLimits = {
  subscriptions: 100,
  messageRate: 20,
  messageBurst: 60,
  errorsPerMinute: 10,
  messageBytes: 65_536,
}

export interface Subscription extends Target {
  readonly requestId: string
}

/** If the connection ends, the reply is sent first. */
interface Outcome {
  readonly reply?: string
  readonly added?: Subscription
  readonly removed?: Subscription
  readonly close?: { readonly code: number; readonly reason: string }
}

/** A subscription has at most 100 key hashes, at the third level. */
const MESSAGE_BOUNDS: JsonBounds = { ...BODY_BOUNDS, depth: 8, members: 256 }

const MINUTE = 60_000

const NOTHING: Outcome = {}

class Refused extends Error {
  override readonly name = 'Refused'
  override readonly cause: FeedCause

  constructor(cause: FeedCause, message: string) {
    super(message)
    this.cause = cause
  }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH

const idOf = (value: unknown, name: string): string => {
  if (!isId(value))
    throw new Refused('INVALID_PARAMS', `${name} must be a string of 1 to ${MAX_ID_LENGTH} characters`)
  return value
}

export class Session {
  readonly #subscriptions = new Map<string, Subscription>()
  /** Time in ms at which the bucket of messages is full again. */
  #fullAt = 0
  /** Times in ms within the last minute. */
  #refusals: number[] | undefined
  readonly #network: Network
  readonly #limits: SessionLimits
  readonly #tokenOf: TokenOf | undefined

  constructor(network: Network, limits: SessionLimits = SESSION_LIMITS, tokenOf?: TokenOf) {
    this.#network = network
    this.#limits = limits
    this.#tokenOf = tokenOf
  }

  get subscriptions(): Iterable<Subscription> {
    return this.#subscriptions.values()
  }

  /** @param timeOfDay stated in the reply */
  receive(text: string, now: Uptime, timeOfDay: TimeOfDay): Outcome {
    const { messageBytes } = this.#limits
    if (Buffer.byteLength(text) > messageBytes)
      return {
        close: { code: CLOSE_CODES.tooBig, reason: `a message may have at most ${messageBytes} bytes` },
      }
    const excess = this.#count(now)
    return excess.close === undefined ? this.#answer(text, now, timeOfDay) : excess
  }

  #count(now: Uptime): Pick<Outcome, 'close'> {
    const { messageRate, messageBurst } = this.#limits
    const { fullAt, wait } = takenFrom(this.#fullAt, now, {
      interval: 1000 / messageRate,
      burst: messageBurst,
    })
    this.#fullAt = fullAt
    if (wait === 0) return NOTHING
    return {
      close: {
        code: CLOSE_CODES.policy,
        reason: `at most ${messageRate} messages per second, bursts of up to ${messageBurst}`,
      },
    }
  }

  #answer(text: string, now: Uptime, timeOfDay: TimeOfDay): Outcome {
    let requestId: string | null = null
    try {
      const message = parse(text)
      if (isId(message.requestId)) requestId = message.requestId
      idOf(message.clientId, 'clientId')
      return this.#handle(message, idOf(message.requestId, 'requestId'), timeOfDay)
    } catch (error) {
      if (error instanceof ApiError) return this.#refuse(requestId, 'INVALID_PARAMS', error.message, now)
      if (error instanceof Refused) return this.#refuse(requestId, error.cause, error.message, now)
      throw error
    }
  }

  #handle(message: Readonly<Record<string, unknown>>, requestId: string, timestamp: number): Outcome {
    switch (message.messageType) {
      case 'connect':
        return { reply: replyFrame(requestId, 'ConnectionSucceeded', { timestamp }) }
      case 'ping':
        return { reply: replyFrame(requestId, 'Pong', { timestamp }) }
      case 'pong':
        return NOTHING
      case 'subscribe':
        return this.#subscribe(message, requestId, timestamp)
      case 'unsubscribe':
        return this.#unsubscribe(requestId, timestamp)
      default:
        throw new Refused(
          typeof message.messageType === 'string' ? 'UNKNOWN_MESSAGE_TYPE' : 'INVALID_PARAMS',
          'messageType must be one of subscribe, unsubscribe, connect, ping, pong',
        )
    }
  }

  #subscribe(
    { topic, data }: Readonly<Record<string, unknown>>,
    requestId: string,
    timestamp: number,
  ): Outcome {
    if (typeof topic !== 'string') throw new Refused('INVALID_PARAMS', 'topic must be a string')
    if (!isTopic(topic)) throw new Refused('UNKNOWN_TOPIC', `unknown topic: ${topic.slice(0, 64)}`)
    const target = targetOf(topic, data, this.#network, this.#tokenOf)
    const reply = replyFrame(requestId, 'SubscriptionSucceeded', { topic, timestamp })
    const known = this.#subscriptions.get(requestId)
    if (known !== undefined) {
      if (isSameTarget(known, target)) return { reply }
      throw new Refused(
        'DUPLICATE_REQUEST_ID',
        'this requestId has another subscription: unsubscribe it first',
      )
    }
    const { subscriptions: most } = this.#limits
    if (this.#subscriptions.size >= most)
      throw new Refused('LIMIT_EXCEEDED', `a connection may have at most ${most} subscriptions`)
    const added = { ...target, requestId }
    this.#subscriptions.set(requestId, added)
    return { reply, added }
  }

  #unsubscribe(requestId: string, timestamp: number): Outcome {
    const removed = this.#subscriptions.get(requestId)
    if (removed === undefined) throw new Refused('NOT_SUBSCRIBED', 'this requestId has no subscription')
    this.#subscriptions.delete(requestId)
    const { topic } = removed
    return { reply: replyFrame(requestId, 'UnsubscriptionSucceeded', { topic, timestamp }), removed }
  }

  #refuse(requestId: string | null, cause: FeedCause, message: string, now: Uptime): Outcome {
    const reply = errorFrame(requestId, cause, message)
    const recent = (this.#refusals ?? []).filter((at) => now - at < MINUTE)
    this.#refusals = [...recent, now]
    if (this.#refusals.length < this.#limits.errorsPerMinute) return { reply }
    return { reply, close: { code: CLOSE_CODES.policy, reason: 'too many messages were refused' } }
  }
}

const parse = (text: string): Readonly<Record<string, unknown>> => {
  let value: unknown
  try {
    value = parseBounded(text, MESSAGE_BOUNDS)
  } catch (error) {
    throw error instanceof JsonTooLarge
      ? new Refused('INVALID_PARAMS', `the message must ${error.message}`)
      : new Refused('INVALID_JSON', 'the message is not JSON')
  }
  if (!isRecord(value)) throw new Refused('INVALID_PARAMS', 'the message must be an object')
  return value
}
