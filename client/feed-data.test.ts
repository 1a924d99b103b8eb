// The compiler compares the client's types of the feed's payloads with the schemas of the frames, topic by topic.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHash } from '../devnet/chain/build-transaction.ts'
import { formatAddress } from '../schema/codecs/address.ts'
import { TOPICS, type Topic } from '../schema/responses/feed.ts'
import type { FeedData as OfSchema, RemovedData as RemovedOfSchema } from '../schema/responses/feed-frames.ts'
import type { FeedData, RemovedData } from './feed-data.ts'
import { paymentKeyOf } from './payment-key.ts'

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Compared = {
  readonly [T in Topic]: IsSame<FeedData<T>, OfSchema<T>> & IsSame<RemovedData<T>, RemovedOfSchema<T>>
}

test('the payloads of each topic have the types of their schemas', () => {
  const compared = (of: { readonly [T in Topic]: true } & Compared): readonly string[] => Object.keys(of)
  const all = Object.fromEntries(TOPICS.map((topic) => [topic, true])) as { readonly [T in Topic]: true }
  assert.equal(compared(all).length, TOPICS.length)
})

test('the payment key is read from addresses of a payment key, and from no others', () => {
  const [key, stake] = [fakeHash('key', 28), fakeHash('stake', 28)]
  for (let header = 0; header < 128; header++) {
    const address = formatAddress(
      header.toString(16).padStart(2, '0') + key + ((header >> 4) % 8 < 4 ? stake : ''),
    )
    if ((header & 0x10) === 0) assert.equal(paymentKeyOf(address), key)
    else assert.throws(() => paymentKeyOf(address), /has no payment key/)
  }
  for (const text of ['', 'addr1', 'addr1qqqq', `addr1${'b'.repeat(60)}`])
    assert.throws(() => paymentKeyOf(text), /has no payment key/)
})
