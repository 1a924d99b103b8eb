import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBlock, buildChain } from '../devnet/chain/build-block.ts'
import type { ChainBlock } from '../devnet/chain/chain-block.ts'
import { formatPoint, type Point } from '../schema/primitives.ts'
import { Log } from './log/log.ts'
import { checkOrigin } from './log-origin.ts'

const chain = buildChain(9)
const begun = (start: Point | 'origin', blocks: readonly ChainBlock[]): Log => {
  const log = Log.open(':memory:', { network: 'mainnet', start })
  for (const { point, height, parent } of blocks)
    log.append([{ kind: 'forward', block: { point, height, parent, transactions: [] } }])
  return log
}
const node = { given: undefined, isRecorded: false }
const at = (n: number): ChainBlock => chain[n] ?? assert.fail()

test('a log is continued by what it was begun with, and by a start that names its own point', () => {
  for (const blocks of [[], chain, chain.slice(1)]) {
    const log = begun('origin', blocks)
    for (const given of [undefined, 'origin'] as const) checkOrigin(log, { given, isRecorded: false })
  }
  const later = begun(at(3).point, chain.slice(4))
  for (const given of [undefined, at(3).point])
    for (const isRecorded of [false, true]) checkOrigin(later, { given, isRecorded })
  checkOrigin(begun('origin', chain.slice(5)), { given: undefined, isRecorded: true })
  checkOrigin(begun(at(3).point, []), { ...node, given: at(4).point })
})

test('a log that begins in the middle of a recorded chain is not continued by a node, whatever became of its first block', () => {
  const log = begun('origin', chain.slice(5, 6))
  log.append([{ kind: 'backward', point: 'origin' }])
  checkOrigin(log, node)
  const fork = buildBlock(at(4), { salt: 'fork' })
  const { point, height, parent } = fork
  log.append([{ kind: 'forward', block: { point, height, parent, transactions: [] } }])
  assert.throws(() => checkOrigin(log, node), {
    name: 'StartupError',
    message: `:memory: was begun from a recording, with block ${formatPoint(point)} at height 5, and a node cannot supply the blocks before it: choose a new DATA_DIR to follow the node`,
  })
})

test('a log is not continued with another start point than its own', () => {
  const log = begun(at(3).point, chain.slice(4))
  for (const [given, text] of [
    ['origin', 'origin'],
    [at(2).point, formatPoint(at(2).point)],
  ] as const)
    for (const isRecorded of [false, true])
      assert.throws(() => checkOrigin(log, { given, isRecorded }), {
        name: 'StartupError',
        message: `:memory: begins at ${formatPoint(at(3).point)}, but START_POINT is ${text}: leave START_POINT out to continue it, or choose a new DATA_DIR to begin there`,
      })
})
