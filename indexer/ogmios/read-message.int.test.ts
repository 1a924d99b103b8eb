// Both readers and the output of real nodes: recorded chains, and Ogmios' own sample replies.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeJSON } from '@cardano-ogmios/client'
import { ogmiosVectors, skipVectors } from '../../fixtures/chains/ogmios-vectors.ts'
import { recordedChains } from '../../fixtures/chains/recorded-chains.ts'
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import { record } from '../../schema/ogmios/read-json.ts'
import { recordedFrames, withPlainMetadata } from '../testing/frames.ts'
import { readFrameOf } from './chain-sync.ts'
import { decodeMessage, decodeTransaction } from './decode.ts'
import type { ChainSyncMessage } from './messages.ts'
import { UnreadableFrame } from './messages.ts'
import { readMessage } from './read-message.ts'

type StockValue = Readonly<Record<string, Readonly<Record<string, bigint>>>>

/** The client library, a third reader, reads these integers exactly. */
interface StockTransaction {
  readonly id: string
  readonly outputs: readonly { readonly value: StockValue }[]
  readonly mint?: StockValue
  readonly validityInterval: { readonly invalidBefore?: bigint; readonly invalidAfter?: bigint }
}

const stockAssets = (value: StockValue) =>
  Object.entries(value)
    .filter(([policy]) => policy !== 'ada')
    .flatMap(([policy, names]) =>
      Object.entries(names).map(([name, quantity]) => ({ asset: `${policy}.${name}`, quantity })),
    )
    .sort((a, b) => (a.asset < b.asset ? -1 : 1))

const stockView = ({ id, outputs, mint = {}, validityInterval }: StockTransaction) => {
  const { invalidBefore, invalidAfter } = validityInterval
  return {
    id,
    outputs: outputs.map(({ value }) => ({ lovelace: value.ada?.lovelace, assets: stockAssets(value) })),
    mint: stockAssets(mint),
    validity: {
      ...(invalidBefore === undefined ? undefined : { from: BigInt(invalidBefore) }),
      ...(invalidAfter === undefined ? undefined : { until: BigInt(invalidAfter) }),
    },
  }
}

const ourView = (message: ChainSyncMessage) =>
  message.kind !== 'forward'
    ? []
    : message.block.transactions.map(({ id, outputs, mint, validity }) => ({
        id,
        outputs: outputs.map(({ lovelace, assets }) => ({ lovelace, assets })),
        mint,
        validity,
      }))

const fails = (work: () => unknown): boolean => {
  try {
    work()
    return false
  } catch {
    return true
  }
}

for (const { name, path, skip, blocks, transactions } of recordedChains) {
  test(`the two readers and the client library agree on every block of ${name}`, { skip }, () => {
    const frames = recordedFrames(path)
    let seen = 0
    for (const frame of frames) {
      const message = readMessage(frame)
      assert.deepEqual(message, decodeMessage(frame))
      const stock: StockTransaction[] = safeJSON.parse(frame).result.block.transactions
      assert.deepEqual(ourView(message), stock.map(stockView))
      seen += stock.length
    }
    assert.deepEqual([frames.length, seen], [blocks, transactions])
  })
}

/**
 * Only these six of the random sample replies contain a Byron block. Each has a height or a slot above 2^53. No chain reaches such a number
 * and no double represents it exactly, so the reply is refused.
 */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  '000': 'slot',
  '011': 'slot',
  '018': 'slot',
  '022': 'slot',
  '025': 'slot',
  '029': 'height',
}

for (const version of [6, 7] as const) {
  const options = { skip: skipVectors(version) }

  const vectorFrames = (): (readonly [name: string, frame: string])[] =>
    ogmiosVectors(version, 'NextBlockResponse').map((frame, index) => [`${index}`.padStart(3, '0'), frame])

  test(`every vector of Ogmios ${version} is read, but for those with impossible places`, options, () => {
    const refused: Record<string, string | undefined> = {}
    for (const [name, frame] of vectorFrames()) {
      try {
        readFrameOf(`v${version}.0.0`, frame)
      } catch (error) {
        assert.ok(error instanceof UnreadableFrame)
        const [what] = /(?<=cannot be read: )\w+(?= is out of range)/.exec(error.message) ?? []
        const [value] = new RegExp(`(?<="${what}":)\\d+`).exec(frame) ?? []
        assert.ok(Number(value) > Number.MAX_SAFE_INTEGER)
        refused[name] = what
      }
    }
    assert.deepEqual(refused, IMPOSSIBLE)
  })

  test(
    `the fast reader leaves none of the others of Ogmios ${version} to the slow one, and they agree`,
    options,
    () => {
      const frames = vectorFrames().filter(([name]) => !(name in IMPOSSIBLE))
      assert.equal(frames.length, 44)
      for (const [name, frame] of frames)
        assert.deepEqual(withPlainMetadata(readMessage(frame)), withPlainMetadata(decodeMessage(frame)), name)
    },
  )

  test(`a vector of Ogmios ${version} without a member that it must have is refused`, options, () => {
    const taken = new Set<string>()
    for (const [name, frame] of vectorFrames()) {
      const { block } = JSON.parse(frame).result ?? {}
      if (name in IMPOSSIBLE || block === undefined) continue
      assert.throws(() => readFrameOf('v7.0.0', frame.replace('"transactions":', '"delegate":')), name)
      const refuse = (member: string, of: string): void => {
        if (!new RegExp(`"${member}":`).test(frame)) return
        try {
          readFrameOf(of, frame.replace(new RegExp(`"${member}":`), '"withdrawals":'))
          taken.add(`${member} of ${of}`)
        } catch (error) {
          assert.ok(error instanceof UnreadableFrame)
        }
      }
      if (block.transactions.length > 0) for (const member of ['spends', 'inputs']) refuse(member, 'v7.0.0')
      for (const of of ['v6.0.0', 'v7.0.0']) refuse('outputs', of)
    }
    assert.deepEqual([...taken], ['outputs of v7.0.0'])
  })

  test(`the impossible vectors of Ogmios ${version} are read once their places are possible`, options, () => {
    for (const [name, frame] of vectorFrames().filter(([name]) => name in IMPOSSIBLE)) {
      const possible = frame.replace(/"(slot|height)":\d{16,}/g, '"$1":7')
      const message = readMessage(possible)
      assert.deepEqual(message, decodeMessage(possible))
      const { type, id, ancestor: parent } = JSON.parse(frame).result.block
      const { tip } = JSON.parse(frame).result
      assert.deepEqual(
        message,
        type === 'ebb'
          ? { kind: 'boundary', id, parent, tip }
          : { kind: 'forward', block: { point: { slot: 7, id }, height: 7, parent, transactions: [] }, tip },
        name,
      )
    }
  })
}

test('every pending transaction of the vectors of Ogmios 7 is read', { skip: skipVectors(7) }, () => {
  const read = ogmiosVectors(7, 'NextTransactionResponse').flatMap((reply) => {
    const { result } = record(parseLossless(reply), 'a reply')
    const transaction = result === undefined ? null : record(result, 'a result').transaction
    // Without `fields: "all"` a reply has only the id.
    if (transaction === null || Object.keys(record(transaction, 'a transaction')).length === 1) return []
    return decodeTransaction(transaction)
  })
  assert.equal(read.length, 2)
})

test('the client library fails on one vector, which both our readers take', { skip: skipVectors(6) }, () => {
  const failed = ogmiosVectors(6, 'NextBlockResponse').map((frame) => fails(() => safeJSON.parse(frame)))
  assert.deepEqual(
    failed.flatMap((hasFailed, index) => (hasFailed ? [index] : [])),
    [23],
  )
})
