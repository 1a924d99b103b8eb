import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { OddTask } from '../../../../schema/platform/testing/odd-calls.ts'
import type { Hex } from '../../../../schema/primitives.ts'
import type { UnspentOutputBody } from '../../../../schema/responses/utxos.ts'
import { hash, output, transaction } from '../../../interpret/testing/interpreted.ts'
import { chain } from '../../../testing/folded-chain.ts'
import { GrowingChain } from '../../../testing/growing-chain.ts'
import { MANY_ADDRESSES, MANY_OUTPUTS, openLargeWallets, SMALL } from '../../../testing/large-wallets.ts'
import { testModels } from '../../../testing/test-models.ts'
import { heavyReads } from '../../threads/heavy-reads.ts'
import { ReadThread } from '../../threads/run-reads.ts'
import { unspentReads } from './unspent-outputs.ts'
import { walletCoins } from './wallet-coins.ts'

const SIZE = 3_000

const open = (t: TestContext) => {
  const models = openLargeWallets(t, SIZE)
  const reader = models.openReader()
  return { ...models, reader, unspent: unspentReads(reader.database, 1) }
}

const signal = new AbortController().signal

test('a page is read at once when that is cheap, and is what the whole list has there', (t) => {
  const { unspent } = open(t)
  const quickPage = (key: Hex, offset: number, limit: number): unknown =>
    JSON.parse(unspent.quickPage(key, offset, limit) ?? 'null')
  const whole = (key: Hex): UnspentOutputBody[] => JSON.parse(unspent.outputsOf(unspent.idsOf(key)))
  assert.equal(whole(MANY_OUTPUTS).length, SIZE)
  for (const [offset, limit] of [
    [0, 1],
    [0, 512],
    [411, 101],
  ] as const)
    assert.deepEqual(
      quickPage(MANY_OUTPUTS, offset, limit),
      whole(MANY_OUTPUTS).slice(offset, offset + limit),
    )
  const small = whole(SMALL)
  assert.equal(small.length, 5)
  for (const [offset, limit] of [
    [0, 1_000],
    [3, 1],
    [4, 10],
    [5, 10],
    [999_999_999_999_999, 1_000],
  ] as const)
    assert.deepEqual(quickPage(SMALL, offset, limit), small.slice(offset, offset + limit))
  assert.deepEqual(quickPage('00'.repeat(28), 0, 10), [])
})

test('a key whose first 15 bytes are another’s has none of its outputs, lovelace and coins', (t) => {
  const on = chain(t)
  const [own, other] = [hash('own', 28), `${hash('own', 28).slice(0, 30)}${'00'.repeat(13)}`]
  for (const [key, lovelace] of [
    [own, 1_500_000n],
    [other, 7_000_000n],
  ] as const)
    on.fold(
      transaction({
        outputs: [`01${key}${hash('stake', 28)}`, `61${key}`].map((at) => output(at, lovelace)),
      }),
    )
  const unspent = unspentReads(on.database, 1)
  const amounts = (page: string): string[] =>
    (JSON.parse(page) as UnspentOutputBody[]).map(({ value }) => value[0]?.amount ?? '')
  for (const [key, lovelace] of [
    [own, '1500000'],
    [other, '7000000'],
  ] as const) {
    assert.deepEqual(amounts(unspent.quickPage(key, 0, 10) ?? ''), [lovelace, lovelace])
    assert.deepEqual(amounts(unspent.outputsOf(unspent.idsOf(key))), [lovelace, lovelace])
    assert.equal(unspent.lovelaceOf([key], 10), 2n * BigInt(lovelace))
    assert.deepEqual(
      walletCoins(on.database, 1)
        .coinsOf(key)
        .map(({ output: coin }) => `${coin.lovelace}`),
      [lovelace, lovelace],
    )
  }
})

test('outputs are known to be indexed once the models came near the tip', (t) => {
  const models = testModels(t)
  models.folding.tipHeight = Number.MAX_SAFE_INTEGER
  const { isIndexed } = unspentReads(models.database, 1)
  assert.equal(isIndexed(), false)
  const [first, second] = new GrowingChain(() => 0).grow(2)
  assert.ok(first && second)
  models.apply(first)
  assert.equal(isIndexed(), false, 'far from the tip')
  models.folding.tipHeight = first.height
  models.apply(second)
  assert.equal(isIndexed(), true)
})

test('a page that is deep or large is not read at once', (t) => {
  const { unspent } = open(t)
  const { quickPage } = unspent
  assert.equal(quickPage(MANY_OUTPUTS, 512, 1), undefined)
  assert.equal(quickPage(MANY_OUTPUTS, 999_999_999_999_999, 1), undefined)
  assert.equal(quickPage(MANY_OUTPUTS, 0, 513), undefined)
  assert.equal(quickPage(MANY_ADDRESSES, 512, 1), undefined)
})

test('pages read in a thread put together are the whole wallet, in the order of the chain', async (t) => {
  const { unspent, directory } = open(t)
  const threads = new ReadThread({ directory, network: 'mainnet' })
  t.after(() => threads.close())
  for (const keyHash of [MANY_OUTPUTS, MANY_ADDRESSES, SMALL]) {
    const pages: unknown[] = []
    for (let offset = 0; ; offset += 700) {
      const page: unknown = JSON.parse(
        (await threads.run({ name: 'unspentPage', keyHash, offset, limit: 700 }, signal)).toString(),
      )
      assert.ok(Array.isArray(page))
      pages.push(...page)
      if (page.length < 700) break
    }
    assert.equal(JSON.stringify(pages), unspent.outputsOf(unspent.idsOf(keyHash)))
  }
})

test('an answer is whole until the turn it came in has ended, while others wait, and one too large to be shared is whole', async (t) => {
  const { unspent, directory } = open(t)
  const threads = new ReadThread({ directory, network: 'mainnet' })
  t.after(() => threads.close())
  const ids = unspent.idsOf(MANY_OUTPUTS)
  const pages = Array.from({ length: 20 }, (_, n) => ({ offset: n * 97, limit: 1 + ((n * 211) % 1_000) }))
  const read = async ({ offset, limit }: { offset: number; limit: number }): Promise<string> => {
    const bytes = await threads.run({ name: 'unspentPage', keyHash: MANY_OUTPUTS, offset, limit }, signal)
    // More awaits than the server's before it writes a response.
    for (let n = 0; n < 20; n++) await null
    return bytes.toString()
  }
  const expected = pages.map(({ offset, limit }) => unspent.outputsOf(ids.subarray(offset, offset + limit)))
  assert.deepEqual(await Promise.all(pages.map(read)), expected)
  const whole = unspent.outputsOf(ids)
  assert.ok(whole.length > 2 ** 19, 'more than a thread shares')
  assert.equal(await read({ offset: 0, limit: ids.length }), whole)
})

test('the list of a wallet is made once for each state of the models', (t) => {
  const { reader, database } = open(t)
  const read = heavyReads(reader, 'mainnet')
  const lovelaceAt = (offset: number): unknown => {
    const page: { value: { amount: string }[] }[] = JSON.parse(
      read({ name: 'unspentPage', keyHash: MANY_OUTPUTS, offset, limit: 1 }),
    )
    return page[0]?.value[0]?.amount
  }
  assert.equal(lovelaceAt(2_000), '2000')
  // Commits without a new state leave the list unchanged. A new checkpoint replaces it.
  database.exec('UPDATE control SET slot = 1')
  assert.equal(lovelaceAt(2_000), '2000')
  database.transaction(() => {
    database.exec('DELETE FROM utxos WHERE lovelace < 100')
    database.exec('UPDATE checkpoint SET version = version + 1')
  })()
  assert.equal(lovelaceAt(2_000), '2100')
})

test('reads wait in order, so many and no more, and those nobody waits for are dropped', async (t) => {
  const { directory } = open(t)
  const threads = new ReadThread({ directory, network: 'mainnet', maxWaiting: 2 })
  t.after(() => threads.close())
  const read = { name: 'unspentPage', keyHash: SMALL, offset: 0, limit: 1 } as const
  const leaving = new AbortController()
  const order: string[] = []
  const first = threads.run(read, signal).then(() => order.push('first'))
  const dropped = threads.run(read, leaving.signal)
  const second = threads.run(read, signal).then(() => order.push('second'))
  assert.throws(() => threads.run(read, signal), { name: 'ApiError', cause: 'SERVICE_UNAVAILABLE' })
  leaving.abort()
  await assert.rejects(dropped, { name: 'AbortError' })
  await Promise.all([first, second])
  assert.deepEqual(order, ['first', 'second'])
})

test('a read past its deadline is unavailable, and the read behind it begins in another thread', async (t) => {
  const entry = new URL('../../../../schema/platform/testing/odd-calls.ts', import.meta.url)
  const threads = new ReadThread<OddTask>({ directory: '.', network: 'mainnet', deadline: 2_000, entry })
  t.after(() => threads.close())
  const behind = () => threads.run({ bytes: Uint8Array.of(7) }, signal)
  assert.deepEqual([...(await behind())], [7])
  const both = [threads.run('block', signal), behind()] as const
  await assert.rejects(both[0], {
    name: 'ApiError',
    message: 'The response took too long and was stopped; request less',
  })
  assert.deepEqual([...(await both[1])], [7])
})

test('a read of what is still being folded is unavailable, as it is without a thread', async (t) => {
  const { directory, database } = open(t)
  // A new file beside the serving one means that everything is folded again.
  writeFileSync(join(directory, 'models-2.db'), '')
  database.exec('ALTER TABLE transactions RENAME TO earlier_transactions')
  const threads = new ReadThread({ directory, network: 'mainnet' })
  t.after(() => threads.close())
  const read = { name: 'unspentPage', keyHash: SMALL, offset: 0, limit: 1 } as const
  await assert.rejects(threads.run(read, signal), {
    name: 'ApiError',
    cause: 'SERVICE_UNAVAILABLE',
    message: 'The index does not have this yet: everything is being folded',
    headers: { 'Retry-After': '10' },
  })
})

test('a read that fails is an error of its own, and the next one is answered', async (t) => {
  const { directory, database } = open(t)
  const threads = new ReadThread({ directory, network: 'mainnet' })
  t.after(() => threads.close())
  const read = { name: 'unspentPage', keyHash: SMALL, offset: 0, limit: 1 } as const
  database.exec('DELETE FROM transactions')
  await assert.rejects(threads.run(read, signal), /^Error: 1 of 1 outputs are not in the models/)
  assert.equal(`${await threads.run({ ...read, keyHash: '00'.repeat(28) }, signal)}`, '[]')
  const gone = new ReadThread({ directory: `${directory}.none`, network: 'mainnet' })
  for (let n = 0; n < 2; n += 1)
    await assert.rejects(gone.run(read, signal), /^NoModels: no models in .* can be served yet/)
  await gone.close()
})

test('the lovelace of wallets is added up, or not when there is more to look at than allowed', (t) => {
  const { unspent } = open(t)
  const each = BigInt((SIZE * (SIZE - 1)) / 2)
  assert.equal(unspent.lovelaceOf([MANY_OUTPUTS], SIZE), each)
  assert.equal(unspent.lovelaceOf([MANY_OUTPUTS], SIZE - 1), undefined)
  assert.equal(unspent.lovelaceOf([MANY_OUTPUTS, MANY_ADDRESSES], 2 * SIZE), 2n * each)
  assert.equal(unspent.lovelaceOf([MANY_OUTPUTS, MANY_ADDRESSES], 2 * SIZE - 1), undefined)
  assert.equal(unspent.lovelaceOf([MANY_ADDRESSES], SIZE - 1), undefined)
  assert.equal(unspent.lovelaceOf([], 0), 0n)
})
