// The handler between a log and a server. First small sessions, then random ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBlock, buildBoundaryBlock, buildByronBlock } from '../devnet/chain/build-block.ts'
import type { BlockEvent } from '../schema/events.ts'
import type { Point, Tip } from '../schema/primitives.ts'
import { bareTransaction } from '../tests/kit/bare-transaction.ts'
import { ChainSyncHandler, FollowingStopped, ProtocolBroken } from './chain-sync-handler.ts'
import { type Appended, Log } from './log/log.ts'
import type { ChainSyncMessage } from './ogmios/messages.ts'
import { messageOf } from './testing/frames.ts'
import { blockAfter, blocksAfter } from './testing/plain-blocks.ts'

const K = 2160

type Message = Exclude<ChainSyncMessage, { kind: 'error' }>

const TIP: Tip = { slot: 10 ** 15 + 1, id: '00'.repeat(32), height: 0 }

const LATEST = 10 ** 15

const forward = (block: BlockEvent): Message => ({ kind: 'forward', block, tip: TIP })
const backward = (to: BlockEvent | 'origin'): Message => ({
  kind: 'backward',
  point: to === 'origin' ? to : to.point,
  tip: TIP,
})

type Done = Omit<Appended, 'seq'>
const wentTo = ({ point }: BlockEvent): Done => ({ kind: 'forward', point })
const wentBackTo = (point: Point | 'origin'): Done => ({ kind: 'backward', point })

const converse = (
  blocks: readonly BlockEvent[],
  options: { at?: BlockEvent | 'origin'; start?: Point | 'origin'; maxDepth?: number } = {},
) => {
  const log = Log.open(':memory:', { network: 'preprod', start: options.start ?? 'origin' })
  log.append(blocks.map((block) => ({ kind: 'forward', block })))
  const handler = new ChainSyncHandler(log, { maxDepth: options.maxDepth ?? K, latestSlot: () => LATEST })
  const at = options.at ?? blocks.at(-1) ?? 'origin'
  handler.resumeAt(at === 'origin' ? at : at.point)
  const handle = (...messages: Message[]): Done[] => {
    for (const message of messages) handler.handle(message)
    return handler.flush().map(({ seq: _, ...event }) => event)
  }
  return { log, handler, handle }
}

const canonical = (log: Log): BlockEvent[] =>
  [...log.blocksAfter(0, 1e9)].flatMap((entry) => (entry.kind === 'forward' ? [entry.block] : []))

const [a, b, c, d, e] = blocksAfter('origin', 5) as [
  BlockEvent,
  BlockEvent,
  BlockEvent,
  BlockEvent,
  BlockEvent,
]
const chain = [a, b, c, d, e]

test('a fork of blocks that wait never reaches the log', () => {
  const { handle, log } = converse([a])
  const x = blockAfter(b, 'fork')
  assert.deepEqual(handle(backward(a), forward(b), forward(c), backward(b), forward(x)), [b, x].map(wentTo))
  assert.equal(log.lastSeq, 3)
})

test('a fork back to where following began is taken, to before it refused', () => {
  const { handle, log } = converse([c, d], { start: b.point })
  const x = blockAfter(b, 'x')
  assert.deepEqual(handle(backward(d), backward(b), forward(x)), [wentBackTo(b.point), wentTo(x)])
  assert.throws(
    () => handle(backward(a)),
    new ProtocolBroken(
      `the node went back to ${a.point.slot}.${a.point.id}, which is not on the log's chain: if the network was reset, choose another DATA_DIR`,
    ),
  )
  assert.deepEqual(canonical(log), [x])
})

test('a fork of the first block after a start has its height', () => {
  const x = blockAfter(b, 'x')
  for (const at of [b, c]) {
    const { handle, log } = converse([c], { start: b.point, at })
    assert.throws(
      () => handle(backward(b), forward({ ...x, height: 7 })),
      new ProtocolBroken(
        `block ${x.point.slot}.${x.point.id} has height 7, but the block before it has ${b.height}`,
      ),
    )
    assert.deepEqual(canonical(log), [c])
    assert.deepEqual(handle(forward(x)), [wentBackTo(b.point), wentTo(x)])
  }
})

test('a first block after the origin has the height of a first or second one, also when it comes again', () => {
  for (const blocks of [[], [a]]) {
    const { log, handle } = converse(blocks, { at: 'origin' })
    const problem = "the node's chain begins with a block of height 7"
    assert.throws(() => handle(forward({ ...a, height: 7 })), new ProtocolBroken(problem))
    assert.deepEqual(canonical(log), blocks)
  }
})

test('a block that comes twice in a row is taken once, and one that differs breaks the protocol', () => {
  const changed = { ...b, transactions: [bareTransaction('02'.repeat(32))] }
  const says = `block ${b.point.slot}.${b.point.id} came twice, and differs`
  // The block is logged, waits, or is the one to which the node has gone back.
  for (const [blocks, before] of [
    [[a, b], []],
    [[a], [forward(b)]],
    [[a, b, c], [backward(b)]],
  ] as const) {
    const { handle, log } = converse(blocks)
    handle(...before)
    const expected = canonical(log)
    assert.deepEqual(handle(forward(b)), [])
    assert.throws(() => handle(forward(changed)), new ProtocolBroken(says))
    assert.deepEqual(canonical(log), expected)
  }
  const waiting = converse([a])
  assert.deepEqual(waiting.handle(forward(b), forward(b)), [wentTo(b)])
  const differing = converse([a])
  assert.throws(() => differing.handle(forward(b), forward(changed)), new ProtocolBroken(says))
  const { handle, log } = converse([c], { start: b.point })
  assert.deepEqual(handle(backward(b), forward(changed), forward(c)), [])
  assert.deepEqual(canonical(log), [c])
})

test('a fork as deep as a chain can go back is taken', () => {
  const { handle } = converse(chain, { maxDepth: 3, at: b })
  const x = blockAfter(b, 'x')
  assert.deepEqual(handle(backward(b), forward(x)), [wentBackTo(b.point), wentTo(x)])
})

test('a deeper one is refused, whether it comes with the first block or as a rollback', () => {
  const x = blockAfter(a, 'x')
  const refusal = (to: string) =>
    new ProtocolBroken(
      `the node's chain diverges from the log 4 blocks back, at ${to}, deeper than a fork can be (3): check that OGMIOS_URL is the right node; to follow it anyway choose another DATA_DIR`,
    )
  const atA = `${a.point.slot}.${a.point.id}`
  for (const [at, messages] of [
    [a, [backward(a), forward(x)]],
    [e, [backward(e), backward(a), forward(x)]],
  ] as const) {
    const { handle, log } = converse(chain, { maxDepth: 3, at })
    assert.throws(() => handle(...messages), refusal(atA))
    assert.deepEqual([log.lastSeq, canonical(log)], [5, chain])
  }
  const [first, ...rest] = chain
  const { handle, log } = converse(rest, { maxDepth: 3, start: first?.point ?? 'origin', at: a })
  assert.throws(() => handle(backward(a), forward(x)), refusal(atA))
  assert.deepEqual(canonical(log), rest)
})

test('an intersection that was not offered breaks the protocol', () => {
  const { handler, log } = converse([a, b])
  assert.throws(
    () => handler.resumeAt(c.point),
    new ProtocolBroken(`Ogmios found an intersection that was not offered: ${c.point.slot}.${c.point.id}`),
  )
  assert.deepEqual(canonical(log), [a, b])
})

const at = ({ point, ...rest }: BlockEvent, slot: number): BlockEvent => ({
  ...rest,
  point: { ...point, slot },
})

const twice = bareTransaction('01'.repeat(32), { inputs: [{ transaction: 'ee'.repeat(32), index: 0 }] })

const invalid: readonly [what: string, block: BlockEvent, says: string][] = [
  [
    'the slot of the block it follows',
    at(c, b.point.slot),
    `is not after slot ${b.point.slot}, the slot of the block before it`,
  ],
  [
    'a transaction twice',
    { ...c, transactions: [twice, twice] },
    `is invalid: it contains transaction ${twice.id} twice`,
  ],
  [
    'a slot after that of the tip',
    at(c, TIP.slot + 1),
    `is after slot ${TIP.slot}, the slot of the node's tip`,
  ],
  [
    'a slot that is not yet',
    at(c, LATEST + 1),
    'is in the future: check the clocks of this machine and of the node',
  ],
]

for (const [what, block, says] of invalid)
  test(`a block with ${what} breaks the protocol, and nothing of it is appended`, () => {
    const { handler, log } = converse([a, b])
    handler.handle(backward(b))
    assert.throws(
      () => handler.handle(forward(block)),
      new ProtocolBroken(`block ${block.point.slot}.${block.point.id} ${says}`),
    )
    assert.deepEqual([handler.flush(), canonical(log)], [[], [a, b]])
  })

test('a chain that shares nothing with the log is refused in its second session, but not a fork of everything', () => {
  const x = blockAfter('origin', 'x')
  const refused = converse(chain, { at: 'origin' })
  assert.throws(
    () => refused.handle(backward('origin'), forward(x)),
    new ProtocolBroken(
      `the node's chain begins with block 0.${x.point.id}, and the log with 0.${a.point.id}`,
    ),
  )
  refused.handler.resumeAt('origin')
  assert.throws(
    () => refused.handle(backward('origin'), forward(x)),
    new FollowingStopped(
      "the node's chain shares no block with the 5 blocks of the log, which begins at the origin: check OGMIOS_URL and NETWORK; to follow this chain in place of the log, delete log.db and the models-*.db files or choose another DATA_DIR",
    ),
  )
  assert.deepEqual(canonical(refused.log), chain)
  const { handle, log } = converse(chain)
  assert.deepEqual(handle(backward(e), backward('origin'), forward(x)), [wentBackTo('origin'), wentTo(x)])
  assert.deepEqual(canonical(log), [x])
})

test('a wrong block in place of the first one breaks the protocol, whichever it is', () => {
  const { handle, handler } = converse(chain, { at: 'origin' })
  const other = { ...blockAfter('origin', 'other network'), height: 19 }
  for (const wrong of [c, other, b, e]) {
    assert.throws(() => handle(backward('origin'), forward(wrong)), ProtocolBroken)
    handler.resumeAt('origin')
  }
  const f = blockAfter(e, 'f')
  assert.deepEqual(handle(...[backward('origin'), ...[...chain, f].map(forward)]), [wentTo(f)])
})

test('a block after an epoch boundary block has the parent of that block, which the log does not hold', () => {
  const first = buildBoundaryBlock('genesis')
  const one = buildByronBlock(first)
  const boundary = buildBoundaryBlock(one)
  const two = buildBlock(boundary)
  const { handle, log } = converse([])
  const events = handle(backward('origin'), ...[first, one, boundary, two].map(messageOf))
  assert.deepEqual(
    canonical(log).map(({ point, parent }) => [point, parent]),
    [
      [one.point, 'genesis'],
      [two.point, one.point.id],
    ],
  )
  const again = converse(canonical(log).slice(0, 1))
  assert.deepEqual(
    again.handle(backward(canonical(log)[0] ?? 'origin'), messageOf(boundary), messageOf(two)),
    events.slice(1),
  )
  // The node sends the boundary again after a rollback, and for a new session.
  const [head] = canonical(log)
  assert.ok(head)
  for (const between of [
    () => again.handle(backward(head), messageOf(boundary), backward(head)),
    () => {
      again.handle(messageOf(boundary))
      again.handler.resumeAt(head.point)
    },
  ]) {
    between()
    assert.throws(() => again.handle(messageOf(two)), ProtocolBroken)
  }
})
