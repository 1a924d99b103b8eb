// The base of a log of random blocks with forks: what it keeps, how it moves, and how damage and a fork before it are found.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { BlockEvent } from '../../schema/events.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { type Network, policyOf } from '../../schema/primitives.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'
import { inDatabase } from '../../tests/kit/in-database.ts'
import { SEED } from '../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { blockEvents } from '../testing/arbitraries.ts'
import { blockAfter } from '../testing/plain-blocks.ts'
import { withPlainOutputs } from '../testing/with-plain-outputs.ts'
import { Log, LogConflict, packBlock } from './log.ts'
import { copyWithBase, type Needed, ReducingLog } from './log-base.ts'
import { cutLog, sealOf } from './log-rows.ts'
import { encodeReduced } from './reduced-payload.ts'
import { type LogRow, rowChecksum } from './row-checksum.ts'
import { verifyLog } from './verify-log.ts'

const START = { slot: 100, id: 'ab'.repeat(32) }
const network: Network = 'preprod'
const BLOCKS = 450
/** Row of the base's block in a log without forks. */
const BASE = 420

const chain: BlockEvent[] = []
for (const [index, { transactions }] of fc.sample(blockEvents, { numRuns: BLOCKS, seed: SEED }).entries())
  chain.push({ ...blockAfter(chain.at(-1) ?? START, index), transactions })
const base = chain[BASE - 1] ?? assert.fail('no block')

/** A choice that depends on the text alone, with probability `share`. */
const chosen = (text: string, share: number): boolean =>
  (createHash('sha256').update(text).digest()[0] ?? 0) < share * 256

/** The base keeps only the first output of this block. */
const first =
  chain.find(({ transactions }) => transactions.some(({ outputs }) => outputs.length > 0)) ??
  assert.fail('no outputs')
const firstSlot = first.point.slot
const isOfFirst = (id: string): boolean => first.transactions.some((transaction) => transaction.id === id)
const isWhole = (id: string): boolean => chosen(id, 0.2) && !isOfFirst(id)
const isUnspent = (slot: number, place: number): boolean =>
  chosen(`${slot} ${place}`, 0.3) && slot !== firstSlot
const isSpentByWhole: Needed['isSpentByWhole'] = ({ transaction, index }) =>
  chosen(`${transaction}#${index}`, 0.1) && !isOfFirst(transaction)
const needed: Needed = {
  firstSlot,
  isSpentByWhole,
  between: () => (slot) => ({ isWhole, isUnspent: (place) => isUnspent(slot, place) }),
}

const expected = (): unknown[] => {
  const seen = new Set<string>()
  return chain.slice(0, BASE).map(({ point: { slot }, transactions }) => {
    const policies: unknown[] = []
    const left: unknown[] = []
    let isFirst = slot === firstSlot
    let place = 0
    for (const [index, transaction] of transactions.entries()) {
      const { id, firstOutput, outputs, mint } = transaction
      const offsets = outputs.flatMap((_, at) =>
        isUnspent(slot, place + at) || isSpentByWhole({ transaction: id, index: firstOutput + at }) ? at : [],
      )
      const isFirstOfAll: boolean = isFirst && outputs.length > 0
      if (isFirstOfAll) isFirst = false
      if (isWhole(id)) left.push({ id, index, place, kept: offsets, whole: transaction })
      else {
        if (offsets.length > 0 || isFirstOfAll)
          left.push({ id, index, place, kept: offsets.map((at) => ({ at, ...outputs[at] })) })
        for (const policy of new Set(mint.map(({ asset }) => policyOf(asset))))
          if (!seen.has(policy)) policies.push({ index, policy: [...seen.add(policy)].at(-1) })
      }
      place += outputs.length
    }
    return { left, policies }
  })
}

const found = (log: Log): unknown[] =>
  [...log.blocksAfter(0, BASE)].map(({ block }) => ({
    left: block.base?.transactions.map(({ id, index, place, firstOutput, outputs, kept, whole }) => {
      const plain = withPlainOutputs({
        transactions: [whole ?? { ...bareTransaction(id), outputs: kept.map(({ output }) => output) }],
      }).transactions[0]
      if (whole !== undefined)
        return { id, index, place, kept: kept.map(({ offset }) => offset), whole: plain }
      assert.ok(firstOutput >= 0 && outputs >= kept.length)
      return { id, index, place, kept: kept.map(({ offset }, at) => ({ at: offset, ...plain?.outputs[at] })) }
    }),
    policies: block.base?.policies,
  }))

/** Adds forks that are rolled back if `forks` is true. */
const makeLog = (t: TestContext, { forks }: { readonly forks: boolean }): string => {
  const path = join(temporaryDirectory(t), 'log.db')
  const log = Log.open(path, { network, start: START, base: base.point })
  for (const [index, block] of chain.entries()) {
    if (forks && index % 50 === 40) {
      const others = [blockAfter(chain[index - 1] ?? START, 'other')]
      log.append(others.map((other) => ({ kind: 'forward', block: other })))
      log.append([{ kind: 'backward', point: chain[index - 1]?.point ?? START }])
    }
    log.append([{ kind: 'forward', block }])
  }
  log.close()
  return path
}

/**
 * Stops after `pages` pages.
 * @returns the base's digest
 */
const move = (path: string, pages = Number.POSITIVE_INFINITY): string | null | undefined => {
  const reducing = ReducingLog.open(path, network) ?? assert.fail('the log has no base')
  const log = Log.openForReading(path, { network })
  const moving = reducing.moveBase(log.seqOf(base.point) ?? 0, needed)
  for (let page = 0; page < pages && moving.next().done !== true; page++);
  const { base: moved } = log
  reducing.close()
  log.close()
  return moved?.digest
}

test('a base keeps what is needed, whatever forks came before it and wherever its move was interrupted', (t) => {
  const straight = makeLog(t, { forks: false })
  const digest = move(straight)
  assert.match(`${digest}`, /^[0-9a-f]{64}$/)
  const forked = makeLog(t, { forks: true })
  for (const pages of [1, 2]) {
    assert.equal(move(forked, pages), null, `after ${pages} pages`)
    // A base that is being moved has no digest yet, which is not damage.
    verifyLog(forked, network)
  }
  assert.equal(move(forked), digest)
  assert.equal(move(forked), digest, 'moved again')
  for (const path of [straight, forked]) {
    const log = Log.openForReading(path, { network })
    assert.deepEqual(found(log), expected())
    const rest = [...log.blocksAfter(log.seqOf(base.point) ?? 0, BLOCKS)].map(({ block }) =>
      withPlainOutputs(block),
    )
    assert.deepEqual(rest, chain.slice(BASE))
    log.close()
    assert.equal(verifyLog(path, network), 0)
  }
})

test('a copy with a base is the log with this base, row for row', (t) => {
  const path = makeLog(t, { forks: true })
  const to = join(temporaryDirectory(t), 'copy.db')
  const log = Log.openForReading(path, { network })
  const seq = log.seqOf(base.point) ?? assert.fail('the base is not on the chain')
  copyWithBase(path, { network, to, seq, needed, onProgress: () => {} })
  log.close()
  move(path)
  const rowsOf = (of: string): unknown => {
    return inDatabase(of, (database) =>
      ['log', 'base', 'identity'].map((table) => database.prepare(`SELECT * FROM ${table}`).all()),
    )
  }
  assert.deepEqual(rowsOf(to), rowsOf(path))
})

test('a log with a base takes the blocks of its chain again, and refuses a fork before the base', (t) => {
  const path = makeLog(t, { forks: false })
  move(path)
  const log = Log.open(path, { network, start: START })
  t.after(() => log.close())
  const [before, first] = [chain[BASE - 2], chain[BASE]]
  assert.ok(before !== undefined && first !== undefined)
  assert.ok(log.holds(BASE - 1, packBlock(before)))
  assert.throws(() => log.append([{ kind: 'backward', point: before.point }]), LogConflict)
  log.append([{ kind: 'backward', point: base.point }])
  assert.equal(log.end?.id, base.point.id)
  log.append([{ kind: 'forward', block: first }])
  assert.deepEqual(log.at(BLOCKS + 2)?.id, first.point.id)
})

test('a log is not cut before its base', (t) => {
  const path = makeLog(t, { forks: false })
  move(path)
  const [before, after] = [chain[BASE - 2], chain[BASE]]
  assert.ok(before !== undefined && after !== undefined)
  assert.throws(() => cutLog(path, network, before.point.slot), {
    name: 'StartupError',
    message: /is before the base of the log/,
  })
  for (const { point } of [after, base]) assert.equal(cutLog(path, network, point)?.id, point.id)
})

test('a log and the same log with a base have other seals, so that rows of one do not continue a copy of the other', (t) => {
  const path = makeLog(t, { forks: true })
  const seals = [sealOf([path], network)]
  move(path, 1)
  seals.push(sealOf([path], network))
  move(path)
  seals.push(sealOf([path], network))
  assert.equal(new Set(seals.map(({ seq }) => seq)).size, 1)
  assert.equal(new Set(seals.map(({ hash }) => hash)).size, 3)
})

test('logs with other starts have other seals, even before their first row', (t) => {
  const [one, two] = [START, 'origin' as const].map((start) => {
    const empty = join(temporaryDirectory(t), 'log.db')
    Log.open(empty, { network, start }).close()
    return sealOf([empty], network)
  })
  assert.deepEqual([one?.seq, two?.seq], [0, 0])
  assert.notEqual(one?.hash, two?.hash)
})

test('rows of a base that somebody changed are found, also with the right checksum', (t) => {
  const path = makeLog(t, { forks: false })
  move(path)
  inDatabase(path, (database) => {
    const row = database.prepare('SELECT * FROM log WHERE slot = ?').get(firstSlot) as LogRow
    const payload = encodeReduced(first.parent, { transactions: [], policies: [] })
    const checksum = rowChecksum(START)({ ...row, payload })
    database.prepare('UPDATE log SET payload = ?, checksum = ? WHERE seq = ?').run(payload, checksum, row.seq)
  })
  assert.throws(() => verifyLog(path, network), {
    name: 'StorageError',
    message: /is damaged \(the rows of its base have digest/,
  })
})

test('a move of the base that fails leaves the log to others, and can be made again', (t) => {
  const path = makeLog(t, { forks: false })
  const database = new Sqlite(path)
  t.after(() => database.close())
  const change = (by: number) => database.exec(`UPDATE log SET checksum = checksum + ${by} WHERE seq = 300`)
  change(1)
  const reducing = ReducingLog.open(path, network) ?? assert.fail('the log has no base')
  t.after(() => reducing.close())
  const moved = (): unknown[] => Array.from(reducing.moveBase(BASE, needed))
  assert.throws(moved, { name: 'StorageError' })
  change(-1)
  moved()
  assert.match(`${reducing.base?.digest}`, /^[0-9a-f]{64}$/)
})

test('a log without blocks keeps its base when another part opens it, and takes that of the next start', (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  const targetOf = (): unknown => {
    const reducing = ReducingLog.open(path, network)
    const target = reducing?.target
    reducing?.close()
    return target
  }
  for (const target of [base.point, undefined, chain[7]?.point]) {
    Log.open(path, { network, start: START, base: target }).close()
    assert.deepEqual(targetOf(), target)
  }
})
