// Two thousand random sequences of messages. The session's replies are compared with a short model of the protocol. A failure prints its
// seed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ClientMessage, clientMessage, MESSAGE_BYTES } from '../testing/client-messages.ts'
import { Session } from './session.ts'

const NOW = 1_700_000_000_000

const LIMITS = {
  subscriptions: 3,
  messageRate: 2,
  messageBurst: 12,
  errorsPerMinute: 4,
  messageBytes: MESSAGE_BYTES,
}

interface Expected {
  readonly reply?: readonly [requestId: string | null, event: string, cause?: string]
  readonly added?: string
  readonly removed?: string
  readonly close?: readonly [code: number, reason: string]
}

class Protocol {
  /** Keys are request ids. Each topic has one target. */
  readonly subscriptions = new Map<string, string>()
  #left = LIMITS.messageBurst
  #before = NOW
  #refusals: number[] = []

  expect(message: ClientMessage, now: number): Expected {
    if (message.kind === 'long') return { close: [1009, 'a message may have at most 1000 bytes'] }
    const refilled = this.#left + ((now - this.#before) / 1000) * LIMITS.messageRate
    this.#left = Math.min(LIMITS.messageBurst, refilled) - 1
    this.#before = now
    if (this.#left < 0) return { close: [1008, 'at most 2 messages per second, bursts of up to 12'] }
    switch (message.kind) {
      case 'connect':
        return { reply: [message.id, 'ConnectionSucceeded'] }
      case 'ping':
        return { reply: [message.id, 'Pong'] }
      case 'pong':
        return {}
      case 'refused':
        return this.#refuse(message.id, message.cause, now)
      case 'unsubscribe':
        if (!this.subscriptions.delete(message.id)) return this.#refuse(message.id, 'NOT_SUBSCRIBED', now)
        return { reply: [message.id, 'UnsubscriptionSucceeded'], removed: message.id }
      case 'subscribe': {
        const { id, topic } = message
        const known = this.subscriptions.get(id)
        if (known !== undefined && known !== topic) return this.#refuse(id, 'DUPLICATE_REQUEST_ID', now)
        if (known === topic) return { reply: [id, 'SubscriptionSucceeded'] }
        if (this.subscriptions.size === LIMITS.subscriptions) return this.#refuse(id, 'LIMIT_EXCEEDED', now)
        this.subscriptions.set(id, topic)
        return { reply: [id, 'SubscriptionSucceeded'], added: id }
      }
    }
  }

  #refuse(id: string | null, cause: string, now: number): Expected {
    this.#refusals.push(now)
    const recent = this.#refusals.filter((at) => now - at < 60_000)
    return {
      reply: [id, 'Error', cause],
      ...(recent.length >= LIMITS.errorsPerMinute && { close: [1008, 'too many messages were refused'] }),
    }
  }
}

const pause = fc.constantFrom(0, 0, 250, 500, 5_000, 61_000)

test('any sequence of messages is answered as the protocol says', () => {
  const sequences = fc.property(fc.array(fc.tuple(pause, clientMessage), { maxLength: 40 }), (sequence) => {
    const session = new Session('devnet', LIMITS)
    const protocol = new Protocol()
    let now = NOW
    for (const [milliseconds, message] of sequence) {
      now += milliseconds
      const { reply, added, removed, close } = session.receive(message.text, now, now)
      const expected = protocol.expect(message, now)
      const { requestId, event, data } = reply === undefined ? {} : JSON.parse(reply)
      assert.deepEqual(
        {
          ...(reply !== undefined && {
            reply: [requestId, event, ...(event === 'Error' ? [data.cause] : [])],
          }),
          ...(added !== undefined && { added: added.requestId }),
          ...(removed !== undefined && { removed: removed.requestId }),
          ...(close !== undefined && { close: [close.code, close.reason] }),
        },
        expected,
        message.text,
      )
      if (expected.close !== undefined) break
    }
    const held = [...session.subscriptions].map(({ requestId, topic }) => [requestId, topic])
    assert.deepEqual(held, [...protocol.subscriptions])
  })
  fc.assert(sequences, { numRuns: 2_000 })
})
