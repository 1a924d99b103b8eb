// A reader that follows all trades by cursors has the chain's trades, after any forks and under other rules.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generatedModels } from '../../projections/testing/generated-models.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { mainnetModels, testModels } from '../../projections/testing/test-models.ts'
import type { Trade, TradesPage } from '../../schema/responses/trades.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { requestsTo } from '../../tests/kit/requests.ts'
import { serveModels } from '../testing/start-components.ts'

const CONFIRMATIONS = 8

const readProgram = async () => {
  const page = readFileSync(new URL('../../docs/api/listings.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? assert.fail()
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

test('cursors survive forks: no trade is missing, doubled or left over', async (t) => {
  const { reader, directory, chain, grow, undo } = generatedModels(t, 0)
  const { url } = await serveModels(t, ['analytics'], reader, {
    directory,
    confirmations: CONFIRMATIONS,
  })
  const { get } = requestsTo(url)

  let trades: Trade[] = []
  let after: string | undefined
  const { tradesOf } = await readProgram()
  let wallet: string | undefined
  let kept: { readonly trades: Trade[]; readonly after?: string } = { trades: [] }
  let undone = 0
  let longest = 0
  const follow = async (pages = Number.POSITIVE_INFINITY): Promise<void> => {
    for (let read = 0; read < pages; read++) {
      const query = { order: 'oldest', limit: 7, ...(after && { after }) }
      const { items, next, undoneAfter }: TradesPage = await get('/v1/trades', query)
      if (undoneAfter !== null) {
        trades = trades.filter(({ height }) => height <= undoneAfter)
        undone += 1
      }
      trades.push(...items)
      after = next ?? after
      if (items.length === 0) return
    }
  }
  /** All trades, read backwards while nothing changes. */
  const whole = async (): Promise<Trade[]> => {
    const all: Trade[] = []
    for (let cursor = {}; ; ) {
      const { items, next }: TradesPage = await get('/v1/trades', { ...cursor, limit: 11 })
      all.unshift(...items.toReversed())
      if (next === null) return all
      cursor = { after: next }
    }
  }
  for (let round = 0; round < 60; round++) {
    longest = Math.max(longest, chain.length)
    // No fork undoes a confirmed block.
    const most = chain.length - (longest - CONFIRMATIONS)
    if (chain.random() < 0.5 && chain.length > CONFIRMATIONS) {
      undo(Math.floor(chain.random() * (most + 1)))
      if (chain.random() < 0.5) await follow(1)
    }
    grow(1 + Math.floor(chain.random() * 9))
    await follow(Math.ceil(chain.random() * 3))
    if (chain.random() < 0.5) {
      await follow()
      const all = await whole()
      assert.deepEqual(trades, all)
      wallet ??= all.find(({ owner }) => owner !== null)?.owner ?? undefined
      if (wallet === undefined) continue
      kept = await tradesOf(url, wallet, kept.trades, kept.after)
      assert.deepEqual(
        kept.trades,
        all.filter(({ owner }) => owner === wallet),
      )
    }
  }
  assert.ok(undone > 0 && trades.length > 50, `${undone} forks undid a cursor, ${trades.length} trades`)
  assert.ok(kept.trades.length > 1)
})

test('a reader whose cursor is from other rules gets all trades again', async (t) => {
  const chain = new GrowingChain(randomFrom(1))
  chain.grow(60)
  const serve = async (tiers: typeof operations.curve.tiers) => {
    const models = testModels(t, mainnetModels([], { ...operations, curve: { ...operations.curve, tiers } }))
    models.apply(...chain.blocks)
    const reader = models.openReader()
    const { url } = await serveModels(t, ['analytics'], reader, { directory: models.directory })
    return requestsTo(url).get
  }
  const [earlier, now] = [
    await serve(operations.curve.tiers.slice(0, 1)),
    await serve(operations.curve.tiers),
  ]
  const all: Trade[] = (await now('/v1/trades', { order: 'oldest' })).items
  const seen: TradesPage = await earlier('/v1/trades', { order: 'oldest', limit: 3 })
  assert.equal(seen.items.length, 3)
  assert.notDeepEqual(seen.items, all.slice(0, 3))
  for (const order of ['oldest', 'newest']) {
    const page: TradesPage = await now('/v1/trades', { order, after: seen.next ?? '' })
    assert.deepEqual([page.undoneAfter, order === 'oldest' ? page.items : page.items.toReversed()], [0, all])
  }
})
