import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { followListed } from './listed-orders.ts'
import { makeSendings, type Outside, type Sent, type Signed } from './sending.ts'

type Answer = 'accepted' | 'refused' | 'no answer'

const NOW = 1_795_000_000_000
const pageOf = (answers: Answer[], { kept = '[]', isOnChain = false, isSame = false, now = NOW } = {}) => {
  const submitted: string[] = []
  /** Transactions that the node refuses while it lacks another one, or always. */
  const refused = new Map<string, string>()
  const store = { text: kept }
  let height = 100
  const outside: Outside = {
    submit: async ({ cbor, witness }: Signed) => {
      submitted.push(`${cbor}+${witness}`)
      const needed = refused.get(cbor)
      if (needed !== undefined && !submitted.some((bytes) => bytes.startsWith(`${needed}+`)))
        return 'An output is already spent.'
      const answer = answers.shift() ?? 'no answer'
      if (answer === 'no answer') throw new Error('timeout')
      return answer === 'accepted' ? undefined : 'An output is already spent.'
    },
    wasIncluded: async () => isOnChain,
    wordsOf: (error) => (error instanceof Error ? error.message : 'unknown'),
    height: () => height,
    now: () => now + submitted.length,
    kept: () => store.text,
    keep: (text) => {
      store.text = text
    },
  }
  const sendings = makeSendings(outside)
  let built = 0
  return {
    sendings,
    submitted,
    refused,
    store,
    state: (kind: Sent['kind'] = 'order') => sendings.of(kind, 'token')?.state,
    builds: () => built,
    pass: (blocks: number) => {
      height += blocks
      sendings.passBlock(height)
    },
    send: (kind: Sent['kind'] = 'order', fault?: 'build' | 'sign') =>
      sendings.send({
        kind,
        subject: 'token',
        build: async () => {
          if (fault === 'build') throw new Error('The trade is too small.')
          if (!isSame || built === 0) built++
          return { cbor: `cbor${built}`, txHash: `hash${built}` }
        },
        check: async () => 'As shown.',
        sign: async ({ cbor }) => {
          if (fault === 'sign') throw new Error('The wallet declined.')
          return { witness: `witness of ${cbor}`, changeAddress: 'addr' }
        },
        idOf: ({ txHash }) => `${txHash}:0`,
      }),
  }
}

/** Advances time. All sendings end within 30 steps. */
const settle = async (t: TestContext, steps = 30): Promise<void> => {
  for (let step = 0; step < steps; step++) {
    t.mock.timers.tick(8_000)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
}

test('a transaction that the node has is seen, and final when a block has it', async () => {
  const { send, state, sendings, submitted, store } = pageOf(['accepted'])
  await send()
  assert.equal(state(), 'seen')
  assert.deepEqual(submitted, ['cbor1+witness of cbor1'])
  const kept: unknown = JSON.parse(store.text)
  const sent = {
    kind: 'order',
    subject: 'token',
    id: 'hash1:0',
    txHash: 'hash1',
    cbor: 'cbor1',
    witness: 'witness of cbor1',
    changeAddress: 'addr',
    signedAt: NOW,
  } as const
  assert.deepEqual(kept, [sent])
  sendings.include(sent)
  assert.equal(state(), 'final')
  assert.equal(store.text, '[]')
})

test('a refusal of service, wallet or node sends nothing, and another transaction may follow', async () => {
  for (const [answers, fault, words] of [
    [[], 'build', 'The trade is too small.'],
    [[], 'sign', 'The wallet declined.'],
    [['refused'], undefined, 'An output is already spent.'],
  ] as const) {
    const { send, sendings, store } = pageOf([...answers])
    await send('order', fault)
    const sending = sendings.of('order', 'token')
    assert.ok(sending?.state === 'refused')
    assert.equal(sending.words, words)
    assert.equal(sendings.isBusy('order', 'token'), false)
    assert.equal(store.text, '[]')
  }
})

test('without an answer nothing else is sent, and the same bytes are submitted until there is one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { send, state, sendings, submitted, builds } = pageOf([
    'no answer',
    'no answer',
    'no answer',
    'accepted',
  ])
  await send()
  assert.equal(state(), 'unknown')
  await send()
  assert.equal(builds(), 1)
  await settle(t)
  assert.equal(state(), 'seen')
  assert.equal(sendings.isBusy('order', 'token'), false)
  assert.deepEqual(submitted, Array(4).fill('cbor1+witness of cbor1'))
})

test('three presses in one turn send one transaction', async () => {
  const { send, builds, submitted } = pageOf(['accepted', 'accepted', 'accepted'])
  await Promise.all([send(), send(), send()])
  assert.deepEqual([builds(), submitted.length], [1, 1])
})

test('a transaction that is refused later was either accepted before, or can no longer be sent', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const [isOnChain, expected] of [
    [true, 'final'],
    [false, 'expired'],
  ] as const) {
    const { send, state, sendings } = pageOf(['no answer', 'refused'], { isOnChain })
    await send()
    await settle(t)
    assert.equal(state(), expected)
    assert.equal(sendings.isBusy('order', 'token'), false)
  }
})

test('an unknown transaction survives a reload, and anything else in the storage is left out', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const before = pageOf(['no answer'])
  await before.send('cancel')
  const after = pageOf(['accepted'], { kept: before.store.text })
  assert.equal(after.state('cancel'), 'unknown')
  assert.equal(after.sendings.isBusy('cancel', 'token'), true)
  await settle(t)
  assert.equal(after.state('cancel'), 'seen')
  assert.deepEqual(after.submitted, ['cbor1+witness of cbor1'])
  for (const kept of ['', 'null', '{}', '[{"kind":"order"}]', '[null,3]', '['])
    assert.deepEqual([...pageOf([], { kept }).sendings.all.value], [])
})

test('a transaction that was signed more than an hour ago is not sent again when a browser restores its tab', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const before = pageOf(['no answer'])
  await before.send()
  const kept = before.store.text
  const [hour, later] = [3_600_000, 3_600_001].map((age) => pageOf(['accepted'], { kept, now: NOW + age }))
  await settle(t)
  assert.deepEqual([hour?.state(), hour?.submitted.length], ['seen', 1])
  assert.deepEqual([later?.state(), later?.submitted.length], [undefined, 0])
})

test('a transaction that the node dropped, a fork removed or no block took is looked for again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { send, state, sendings, submitted, pass } = pageOf(Array(6).fill('accepted'))
  await send()
  const sending = sendings.of('order', 'token')
  assert.ok(sending !== undefined && 'sent' in sending)
  for (const lose of [
    () => sendings.drop(sending.sent),
    () => {
      sendings.include(sending.sent)
      sendings.drop(sending.sent)
    },
    () => pass(20),
  ]) {
    lose()
    assert.equal(state(), 'unknown')
    await settle(t, 3)
    assert.equal(state(), 'seen')
  }
  pass(19)
  assert.equal(state(), 'seen')
  assert.deepEqual(new Set(submitted), new Set(['cbor1+witness of cbor1']))
})

test('an order is dropped if it leaves the orders of its wallet, but not while these are unknown', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { send, state, sendings, submitted } = pageOf(['accepted', 'accepted'])
  const follow = followListed(sendings)
  await send()
  const order = { entityId: 'hash1:0', status: 'Mempool' } as ApiOrder
  for (const [orders, addresses, expected] of [
    [[], ['addr'], 'seen'],
    [[order], ['addr'], 'seen'],
    // The person disconnects the wallet, looks at another one, and connects the first one again.
    [undefined, [], 'seen'],
    [[], ['other'], 'seen'],
    [undefined, ['addr'], 'seen'],
    [[{ ...order, status: 'Pending' }], ['addr'], 'final'],
    [undefined, ['addr'], 'final'],
    [[], ['addr'], 'unknown'],
  ] as const) {
    follow(orders, addresses)
    assert.equal(state(), expected)
  }
  await settle(t, 3)
  assert.deepEqual([state(), submitted.length], ['seen', 2])
})

test('an order that waits for a block is followed also after the next order of its token, and after a reload', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { send, state, sendings, submitted, store, pass } = pageOf(Array(9).fill('accepted'))
  const statesOf = (all: typeof sendings.all) =>
    [...all.value.values()].map((each) => [each.state, 'sent' in each ? each.sent.txHash : undefined])
  await send()
  const first = sendings.of('order', 'token')
  assert.ok(first !== undefined && 'sent' in first)
  await send('order', 'sign')
  assert.deepEqual(statesOf(sendings.all), [
    ['seen', 'hash1'],
    ['refused', undefined],
  ])
  sendings.drop(first.sent)
  await settle(t, 3)
  await send()
  pass(20)
  await settle(t, 3)
  assert.deepEqual(statesOf(sendings.all), [
    ['seen', 'hash1'],
    ['seen', 'hash3'],
  ])
  assert.deepEqual(submitted.map((bytes) => bytes.slice(0, 5)).sort(), [
    'cbor1',
    'cbor1',
    'cbor1',
    'cbor3',
    'cbor3',
  ])
  const after = pageOf(['accepted', 'accepted'], { kept: store.text })
  await settle(t, 3)
  assert.deepEqual(statesOf(after.sendings.all), statesOf(sendings.all))
  const newest = after.sendings.of('order', 'token')
  assert.ok(newest !== undefined && 'sent' in newest)
  assert.equal(newest.sent.txHash, 'hash3')
  // In a block, an earlier order needs no more attention.
  sendings.include(first.sent)
  assert.deepEqual(statesOf(sendings.all), [['seen', 'hash3']])
  assert.equal(state(), 'seen')
})

test('an earlier order that can no longer be sent is said until the person goes on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { send, sendings, refused } = pageOf(Array(9).fill('accepted'))
  await send()
  const first = sendings.of('order', 'token')
  assert.ok(first !== undefined && 'sent' in first)
  await send()
  assert.deepEqual(sendings.lost('order', 'token'), [])
  refused.set('cbor1', 'never')
  sendings.drop(first.sent)
  await settle(t, 3)
  const words = 'An output is already spent.'
  assert.deepEqual(sendings.lost('order', 'token'), [{ state: 'expired', sent: first.sent, words }])
  assert.deepEqual(sendings.lost('order', 'other token'), [])
  assert.equal(sendings.of('order', 'token')?.state, 'seen')
  sendings.clear('order', 'token')
  assert.deepEqual(sendings.lost('order', 'token'), [])
  assert.equal(sendings.of('order', 'token')?.state, 'seen')
})

test('a transaction is not given up while an earlier one, whose output it may spend, is looked for', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waits = [0.99, 0]
  t.mock.method(Math, 'random', () => waits.shift() ?? 0)
  for (const [answer, expected] of [
    ['accepted', 'seen'],
    ['refused', 'expired'],
  ] as const) {
    const { send, sendings, submitted, refused } = pageOf(
      Array(2).fill('accepted').concat(Array(9).fill(answer)),
    )
    await send()
    await send('cancel')
    const sent = [...sendings.all.value.values()].flatMap((each) => ('sent' in each ? [each.sent] : []))
    submitted.length = 0
    waits.splice(0, 2, 0.99, 0)
    refused.set('cbor2', 'cbor1')
    for (const each of sent) sendings.drop(each)
    await settle(t)
    assert.deepEqual(
      [...sendings.all.value.values()].map(({ state }) => state),
      [expected, expected],
    )
  }
})

test('the same transaction that is built again has one state', async () => {
  const { send, sendings, store } = pageOf(['accepted', 'accepted'], { isSame: true })
  await send()
  await send()
  assert.deepEqual(
    [...sendings.all.value].map(([key, { state }]) => [key, state]),
    [['order token', 'seen']],
  )
  const kept: unknown = JSON.parse(store.text)
  assert.ok(Array.isArray(kept) && kept.length === 1)
})

test('only orders may follow one another before a block; a cancellation, launch or withdrawal is sent once', async () => {
  for (const [kind, count] of [
    ['order', 2],
    ['cancel', 1],
    ['launch', 1],
    ['redeem', 1],
  ] as const) {
    const { send, builds } = pageOf(['accepted', 'accepted'])
    await send(kind)
    await send(kind)
    assert.equal(builds(), count, kind)
  }
})

test('whatever the service answers, no second transaction is built while the first may still be accepted', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = fc.constantFrom<Answer>('accepted', 'refused', 'no answer')
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { maxLength: 12 }),
      fc.array(fc.constantFrom('press', 'wait', 'drop', 'blocks'), { maxLength: 12 }),
      async (answers, actions) => {
        const { send, sendings, submitted, pass } = pageOf([...answers])
        for (const action of actions) {
          const before = sendings.of('cancel', 'token')
          const isOpen = before !== undefined && sendings.isBusy('cancel', 'token')
          const sent = before !== undefined && 'sent' in before ? before.sent.txHash : undefined
          if (action === 'press') await send('cancel')
          if (action === 'wait') await settle(t, 2)
          if (action === 'drop' && before !== undefined && 'sent' in before) sendings.drop(before.sent)
          if (action === 'blocks') pass(20)
          const after = sendings.of('cancel', 'token')
          if (isOpen && sent !== undefined && action !== 'wait')
            assert.equal(after !== undefined && 'sent' in after ? after.sent.txHash : undefined, sent)
        }
        // Each transaction was submitted with only one witness set, and in order.
        const order = submitted.map((bytes) => Number(/^cbor(\d+)\+witness of cbor\1$/.exec(bytes)?.[1]))
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
        )
      },
    ),
    { numRuns: runs(200) },
  )
})
