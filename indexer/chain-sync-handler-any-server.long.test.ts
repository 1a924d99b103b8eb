// The handler with a server whose chain grows, forks and shrinks at random times of a session.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildBlock, buildBoundaryBlock, buildByronBlock } from '../devnet/chain/build-block.ts'
import { Chain } from '../devnet/chain/chain.ts'
import type { ChainBlock } from '../devnet/chain/chain-block.ts'
import { payment } from '../devnet/chain/odd-blocks.ts'
import { Cursor } from '../devnet/ogmios/cursor.ts'
import type { BlockEvent } from '../schema/events.ts'
import type { Point } from '../schema/primitives.ts'
import { ChainSyncHandler, ProtocolBroken } from './chain-sync-handler.ts'
import { type Appended, Log } from './log/log.ts'
import type { ChainSyncMessage } from './ogmios/messages.ts'
import { messageOf } from './testing/frames.ts'

const K = 2160

type Message = Exclude<ChainSyncMessage, { kind: 'error' }>

const canonical = (log: Log): BlockEvent[] =>
  [...log.blocksAfter(0, 1e9)].flatMap((entry) => (entry.kind === 'forward' ? [entry.block] : []))

const OTHER = 'ab'.repeat(32)

/** Each lie falsifies the member that its key names. */
const LIES: Readonly<Record<string, (block: BlockEvent) => Partial<BlockEvent>>> = {
  slot: ({ point }) => ({ point: { ...point, slot: point.slot + 1 } }),
  id: ({ point }) => ({ point: { ...point, id: OTHER } }),
  height: ({ height }) => ({ height: height + 1 }),
  parent: () => ({ parent: OTHER }),
  transactions: () => ({ transactions: [] }),
}

const lieAbout = (about: string, message: Message): Message => {
  if (message.kind !== 'forward') return message
  const { block, tip } = message
  if (about === 'rollback') return { kind: 'backward', point: 'origin', tip }
  return { ...message, block: { ...block, ...LIES[about]?.(block) } }
}

type Move =
  | { readonly kind: 'serve'; readonly count: number; readonly flush: boolean }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'lie'; readonly about: string }
  /** The chain loses its last blocks and gets others. The first `same` of the new blocks equal lost blocks. */
  | {
      readonly kind: 'change'
      readonly drop: number
      readonly same: number
      readonly grow: readonly string[]
    }

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('serve' as const),
        count: fc.integer({ min: 1, max: 20 }),
        flush: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reconnect' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('lie' as const),
        about: fc.constantFrom('rollback', ...Object.keys(LIES)),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        drop: fc.nat(8),
        same: fc.nat(4),
        // Few names, so that a dropped block is sometimes made again.
        grow: fc.array(fc.constantFrom('w', 'x', 'y', 'z', 'boundary'), { minLength: 1, maxLength: 12 }),
      }),
    },
  ),
  { minLength: 10, maxLength: 40 },
)

class Server {
  #cursor: Cursor
  readonly log: Log
  readonly handler: ChainSyncHandler
  readonly chain: Chain

  constructor(log: Log, handler: ChainSyncHandler, chain = new Chain()) {
    this.log = log
    this.handler = handler
    this.chain = chain
    this.#cursor = new Cursor(chain)
    chain.on('backward', (index) => this.#cursor.rolledBack(index))
    if (chain.length === 0) this.grow('first')
  }

  get tip(): ChainBlock | 'genesis' {
    return this.chain.last ?? 'genesis'
  }

  /** @param points points that are offered; by default the log's resume points */
  reconnect(points: readonly (Point | 'origin')[] = this.log.resumePoints()): void {
    const index = this.chain.intersect(points)
    assert.ok(index !== undefined, 'the origin is always shared')
    this.#cursor = new Cursor(this.chain)
    this.#cursor.moveTo(index)
    this.handler.resumeAt(this.chain.pointAt(index))
  }

  serve(count: number, change = (message: Message): Message => message): void {
    for (let n = 0; n < count; n++) {
      const step = this.#cursor.next()
      if (step === undefined) return
      const tip = this.chain.tip
      this.handler.handle(
        change(
          step.direction === 'forward' ? messageOf(step.block) : { kind: 'backward', point: step.point, tip },
        ),
      )
    }
  }

  grow(salt: string): void {
    const { tip } = this
    const block =
      salt !== 'boundary'
        ? buildBlock(tip, { salt, transactions: [payment(salt)] })
        : tip !== 'genesis' && tip.json.includes('"ebb"')
          ? buildByronBlock(tip)
          : buildBoundaryBlock(tip)
    this.chain.append(block)
  }

  change({ drop, same, grow }: { drop: number; same: number; grow: readonly string[] }): void {
    // A chain without any block of the log belongs to another network, so the first block stays.
    let depth = Math.min(drop, this.chain.length - 1)
    // Epoch boundary blocks are too old for a rollback.
    if (this.chain.at(this.chain.length - depth - 1)?.json.includes('"ebb"')) depth++
    const dropped = this.chain.rollBack(depth)
    for (const block of dropped.slice(0, same)) this.chain.append(block)
    for (const salt of grow) this.grow(salt)
  }

  get ids(): string[] {
    return [...this.chain].flatMap(({ json, point }) => (json.includes('"ebb"') ? [] : [point.id]))
  }
}

const ids = (log: Log): string[] => canonical(log).map(({ point }) => point.id)

/** @returns the problems that ended sessions */
const play = (server: Server, list: readonly Move[], appended: Appended[] = []): string[] => {
  const problems: string[] = []
  server.reconnect()
  // A log with another first block would count as another network's.
  server.serve(2)
  appended.push(...server.handler.flush())
  for (const move of list)
    try {
      if (move.kind === 'serve') {
        server.serve(move.count)
        if (move.flush) appended.push(...server.handler.flush())
      } else if (move.kind === 'lie') server.serve(1, (message) => lieAbout(move.about, message))
      else if (move.kind === 'reconnect') server.reconnect()
      else server.change(move)
    } catch (error) {
      if (!(error instanceof ProtocolBroken)) throw error
      problems.push(error.message)
      appended.push(...server.handler.flush())
      server.reconnect()
    }
  return problems
}

test("the log's chain becomes the server's, whatever the server does", () => {
  let forks = 0
  fc.assert(
    fc.property(moves, (list) => {
      const log = Log.open(':memory:', { network: 'preprod', start: 'origin' })
      const server = new Server(log, new ChainSyncHandler(log, { maxDepth: K }))
      play(server, list)
      server.reconnect(['origin'])
      server.serve(1000)
      server.handler.flush()
      // A server that is behind the log may have fewer blocks.
      assert.deepEqual(ids(log).slice(0, server.ids.length), server.ids)
      server.grow('last')
      server.serve(1000)
      server.handler.flush()
      const honest = Log.open(':memory:', { network: 'preprod', start: 'origin' })
      const other = new Server(honest, new ChainSyncHandler(honest, { maxDepth: K }), server.chain)
      other.reconnect()
      other.serve(1000)
      other.handler.flush()
      assert.deepEqual(canonical(log), canonical(honest))
      honest.close()
      forks += log.lastSeq - ids(log).length
      log.close()
    }),
    { numRuns: 300 },
  )
  assert.ok(forks > 300, `${forks} rows were undone or undid others`)
})

test('whatever the server does, the log never goes back further than a chain can', () => {
  const maxDepth = 3
  const seen = { steps: 0, refused: 0 }
  fc.assert(
    fc.property(moves, (list) => {
      const log = Log.open(':memory:', { network: 'preprod', start: 'origin' })
      const server = new Server(log, new ChainSyncHandler(log, { maxDepth }))
      const appended: Appended[] = []
      if (play(server, list, appended).some((problem) => problem.includes('deeper than a fork')))
        seen.refused++
      let chain: string[] = []
      for (const row of appended) {
        const { point } = row
        if (row.kind === 'forward' && point !== 'origin') chain.push(point.id)
        else {
          const left = point === 'origin' ? 0 : chain.indexOf(point.id) + 1
          assert.ok(chain.length - left <= maxDepth, `${chain.length - left} blocks back`)
          chain = chain.slice(0, left)
          seen.steps++
        }
      }
      log.close()
    }),
    { numRuns: 300 },
  )
  assert.ok(seen.steps > 30 && seen.refused > 30, JSON.stringify(seen))
})
