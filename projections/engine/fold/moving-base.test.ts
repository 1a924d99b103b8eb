// Whether the base of a log must move, and where folding pauses: at the base's target, when the log has grown, after an interrupted move,
// and while the depth of a block is not known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { SECURITY_PARAMETER } from '../../../schema/primitives.ts'
import { type LogWithBase, MovingBase } from './moving-base.ts'

const idOf = (seq: number): string => `${seq}`.padStart(64, '0')
const pointOf = (seq: number) => ({ slot: 20 * seq, id: idOf(seq) })
const headOf = (seq: number) => ({ seq, ...pointOf(seq), height: seq })

const TARGET = 100
const GROWTH = 1_000

interface Given {
  readonly end: number
  readonly at: number
  /** 0 while the height is not known. */
  readonly tip: number
  readonly base?: LogWithBase['base']
  /** Bytes of the log after the base's last move, and now. */
  readonly bytes?: readonly [before: number, now: number]
  readonly isOnChain?: boolean
}

const due = ({ end, at, tip, base, bytes: [before, now] = [0, 0], isOnChain = true }: Given) => {
  const log = { base, target: pointOf(TARGET), bytes: before, moveBase: () => [].values() }
  const chain = {
    end: headOf(end),
    seqOf: ({ slot }: { readonly slot: number }) => (slot / 20 <= end && isOnChain ? slot / 20 : undefined),
    blockAt: () => undefined,
  }
  const moving = new MovingBase(log, chain, GROWTH)
  log.bytes = now
  const checkpoint = { ...headOf(at), version: 1, digest: '' }
  return {
    pauseAt: moving.pauseAt,
    isDue: moving.isDue({ database: new Sqlite(':memory:'), checkpoint }, tip),
  }
}

const DEEP = TARGET + SECURITY_PARAMETER
const whole = { seq: 50, digest: 'ab' }
const interrupted = { seq: 50, digest: null }

const cases: readonly [what: string, given: Given, isDue: boolean | undefined, pauseAt?: number][] = [
  ['before the target', { end: 120, at: 99, tip: DEEP }, false, TARGET],
  ['at the target', { end: 120, at: TARGET, tip: DEEP }, true, TARGET],
  ['at a target that a fork may undo', { end: 120, at: TARGET, tip: DEEP - 1 }, false, TARGET],
  ['at the target while the tip is not known', { end: 120, at: TARGET, tip: 0 }, undefined, TARGET],
  ['at the target, deep in the log', { end: DEEP, at: TARGET, tip: 0 }, true, TARGET],
  ['after the target', { end: DEEP, at: TARGET + 1, tip: DEEP, bytes: [0, 9_999] }, false, TARGET],
  ['at a target on another chain', { end: 120, at: TARGET, tip: DEEP, isOnChain: false }, false],
  [
    'when the target has its base',
    { end: 120, at: TARGET, tip: DEEP, base: { ...whole, seq: TARGET } },
    false,
    TARGET,
  ],
  ['when the log has grown', { end: 90, at: 90, tip: DEEP, bytes: [0, GROWTH] }, true],
  ['when it has grown by less', { end: 90, at: 90, tip: DEEP, bytes: [0, GROWTH - 1] }, false],
  [
    'when it has grown, near the tip',
    { end: 90, at: 90, tip: 90 + SECURITY_PARAMETER - 1, bytes: [0, GROWTH] },
    false,
  ],
  ['when it has doubled', { end: 90, at: 90, tip: DEEP, base: whole, bytes: [5_000, 10_000] }, true],
  ['before it has doubled', { end: 90, at: 90, tip: DEEP, base: whole, bytes: [5_000, 9_999] }, false],
  ['at an interrupted move', { end: 90, at: 50, tip: 0, base: interrupted }, true, 50],
  ['before an interrupted move', { end: 90, at: 49, tip: DEEP, base: interrupted }, false, 50],
  [
    'when models behind it are folded again',
    { end: 90, at: 49, tip: DEEP, base: whole, bytes: [0, 9_999] },
    false,
  ],
  ['after an interrupted move', { end: 90, at: 51, tip: DEEP, base: interrupted }, false, 50],
]
for (const [what, given, isDue, pauseAt] of cases)
  test(`the base ${isDue === undefined ? 'waits' : isDue ? 'moves' : 'stays'} ${what}`, () => {
    assert.deepEqual(due(given), { pauseAt, isDue })
  })
