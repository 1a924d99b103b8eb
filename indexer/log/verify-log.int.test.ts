// Bits are flipped anywhere in a log's file. Each flip is found, or changes no result of a read. Readers get only appended blocks.
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { StartupError } from '../../schema/errors.ts'
import type { BlockEvent, ChainEvent } from '../../schema/events.ts'
import { StorageError } from '../../schema/platform/storage-error.ts'
import { changeDatabase } from '../../tests/kit/in-database.ts'
import { runs, SEED, seedOf } from '../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { blockEvents } from '../testing/arbitraries.ts'
import { blockAfter } from '../testing/plain-blocks.ts'
import { withPlainOutputs } from '../testing/with-plain-outputs.ts'
import { linkProblem } from './block-problem.ts'
import { Log } from './log.ts'
import { verifyLog } from './verify-log.ts'

const START = { slot: 100, id: 'ab'.repeat(32) }
const network = 'preprod'

const randomLog = (path: string): Map<string, BlockEvent> => {
  const log = Log.open(path, { network, start: START })
  const filled = fc.sample(blockEvents, { numRuns: 150, seed: SEED })
  const chain: BlockEvent[] = []
  const appended = new Map<string, BlockEvent>()
  for (const [index, { transactions }] of filled.entries()) {
    const block = { ...blockAfter(chain.at(-1) ?? START, index), transactions }
    const events: ChainEvent[] = [{ kind: 'forward', block }]
    chain.push(block)
    appended.set(block.point.id, block)
    if (index % 12 === 11) {
      chain.length -= 3
      events.push({ kind: 'backward', point: chain.at(-1)?.point ?? START })
    }
    log.append(events)
  }
  log.close()
  return appended
}

const openForReading = (path: string): Log => Log.openForReading(path, { network })

const answersOf = (path: string, blocks: ReadonlyMap<string, BlockEvent>) => {
  const log = openForReading(path)
  try {
    const { start, end, lastSeq } = log
    const of = ({ point }: BlockEvent) => [
      log.seqOf(point),
      log.idAt(point.slot),
      log.lastAtOrBefore(point.slot),
      log.nextAfter(log.seqOf(point) ?? 0),
    ]
    return {
      ...{ start, end, lastSeq, points: log.resumePoints(), blocks: [...blocks.values()].map(of) },
      chain: [...log.blocksAfter(0, 1e9)].map(({ block }) => withPlainOutputs(block)),
    }
  } finally {
    log.close()
  }
}

const found = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    assert.ok(error instanceof StorageError || error instanceof StartupError, String(error))
    return error.message
  }
}

test('a flipped bit anywhere in a log is found or changes no answer, and no reader gets a block that was not appended', (t) => {
  seedOf(t)
  const directory = temporaryDirectory(t)
  const path = join(directory, 'log.db')
  const copy = join(directory, 'copy.db')
  const appended = randomLog(path)
  const whole = readFileSync(path)
  const answers = answersOf(path, appended)
  assert.equal(verifyLog(path, network), 0)
  let finds = 0
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(7), (offset, bit) => {
      const bytes = Buffer.from(whole)
      bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit)
      writeFileSync(copy, bytes)
      const problem = found(() => verifyLog(copy, network))
      if (problem === undefined) assert.deepEqual(answersOf(copy, appended), answers)
      else {
        finds++
        assert.match(problem, / (restore a backup or a snapshot|upgrade|check|choose) /)
      }
      let parent: BlockEvent | undefined
      found(() => {
        const log = openForReading(copy)
        try {
          for (const { block } of log.blocksAfter(0, 1e9)) {
            // The fold refuses a block that does not follow the block before it.
            if (parent !== undefined && linkProblem(block, { ...parent.point, height: parent.height })) break
            assert.deepEqual(withPlainOutputs(block), appended.get(block.point.id))
            parent = block
          }
        } finally {
          log.close()
        }
      })
    }),
    { numRuns: runs(100) },
  )
  t.diagnostic(`${finds} of ${runs(100)} found`)
  // The flips that are not found hit unused bytes of pages.
  assert.ok(finds > runs(100) / 2, `${finds}`)
})

test('a log of layout 1 is read and continued; its rows have no checksum, and must follow each other', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'log.db')
  const copy = join(directory, 'copy.db')
  const appended = randomLog(path)
  const answers = answersOf(path, appended)
  changeDatabase(path, 'ALTER TABLE log DROP COLUMN checksum; PRAGMA user_version = 1')
  assert.deepEqual(answersOf(path, appended), answers)
  const old = answers.lastSeq
  assert.equal(verifyLog(path, network), old)

  const log = Log.open(path, { network, start: START })
  const block = blockAfter(answers.chain.at(-1) ?? assert.fail())
  log.append([
    { kind: 'forward', block },
    { kind: 'backward', point: answers.chain.at(-2)?.point ?? assert.fail() },
  ])
  log.close()
  assert.equal(verifyLog(path, network), old)
  const damages: [sql: string, problem: RegExp][] = [
    ['DELETE FROM log WHERE seq = 20', /row 20: it is missing/],
    ['DELETE FROM log WHERE seq = 1', /row 1: it is missing/],
    [
      'UPDATE log SET id = zeroblob(32) WHERE seq = 20',
      /row 21 of slot \d+: block \S+ follows \S+, not 0{64}\)/,
    ],
    ['UPDATE log SET height = 0 WHERE seq = 20', /row 20 of slot \d+: block \S+ has height 0, /],
    [
      'UPDATE log SET target = target - 1 WHERE seq = 13',
      /row 13 of slot \d+: its rollback does not return to the block/,
    ],
    ["UPDATE log SET payload = x'ff' WHERE seq = 20", /row 20 of slot \d+: the payload is cut/],
    [`UPDATE log SET height = 0 WHERE seq = ${old + 1}`, /row \d+ of slot \d+: its checksum is wrong/],
    [
      `UPDATE log SET checksum = -1 WHERE seq = ${old + 2}`,
      /: it has no checksum, but a row before it has one/,
    ],
  ]
  for (const [sql, problem] of damages) {
    copyFileSync(path, copy)
    changeDatabase(copy, sql)
    assert.match(found(() => verifyLog(copy, network)) ?? '', problem, sql)
  }
})
