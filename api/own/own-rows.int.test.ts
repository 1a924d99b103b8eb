// Rows of an operator's models over HTTP, while the models fold a chain with forks: parameters, pages, cursors, headers, and the document.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { model } from '../../projections/engine/fold/model.ts'
import { ModelsFolding } from '../../projections/engine/fold/models-folding.ts'
import {
  amount,
  bytes,
  flag,
  hex,
  integer,
  natural,
  nullable,
  text,
} from '../../projections/engine/table/column.ts'
import { appendTable, positionOf, stateTable } from '../../projections/engine/table/table.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { MemoryLog } from '../../projections/testing/memory-log.ts'
import { FIRST, ScriptedSource } from '../../projections/testing/model-kit.ts'
import type { BlockEvent } from '../../schema/events.ts'
import { silent } from '../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { openapiDocument } from '../http/document/openapi.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { modelsView } from '../models-view.ts'
import { ownRoutes } from './routes.ts'

interface Paid {
  readonly kind: 'paid'
  readonly to: string
  readonly lovelace: bigint
}

const paid = (to: string, lovelace: bigint): Paid => ({ kind: 'paid', to, lovelace })

const balances = stateTable('balances', {
  key: ['owner', 'day'],
  columns: {
    owner: hex,
    day: integer,
    lovelace: amount,
    limit: text,
    large: natural,
    is_new: flag,
    note: nullable(bytes),
  },
  indexes: { limit: ['limit'] },
})
const payments = appendTable('payments', {
  columns: { owner: hex, lovelace: amount },
  indexes: { owner: ['owner'] },
})

/** @param version factor of the amounts of payments */
const modelsOf = (version: number) => [
  model<Paid>()({
    name: 'balances',
    version,
    tables: { balances, payments },
    on: {
      paid({ to, lovelace }, tables, { height }) {
        tables.payments.append({ owner: to, lovelace: lovelace * BigInt(version) })
        tables.balances.change({ owner: to, day: height % 3 }, (row) => ({
          lovelace: (row?.lovelace ?? 0n) + lovelace,
          limit: lovelace > 5n ? 'high' : 'low',
          large: 2n ** 64n + lovelace,
          is_new: row === undefined,
          note: row === undefined ? null : Buffer.from('ab', 'hex'),
        }))
      },
    },
  }),
]

const models = modelsOf(1)

const CONFIRMATIONS = 3

const serve = async (t: TestContext) => {
  const directory = temporaryDirectory(t)
  const source = new ScriptedSource<Paid>()
  const log = new MemoryLog()
  const open = (folded: typeof models) =>
    new ModelsFolding<Paid>({ network: 'devnet', source, models: folded, directory, log, logger: silent })
  let folding = open(models)
  let chain: BlockEvent[] = []
  const fold = () => {
    while (folding.step() !== undefined);
  }
  const grow = (...blocks: readonly (readonly Paid[])[]) => {
    for (const events of blocks) {
      const block = source.blockAfter(chain.at(-1), events)
      chain.push(block)
      log.append(block)
    }
    fold()
  }
  const rollBack = (count: number) => {
    chain = chain.slice(0, -count)
    log.rollBackTo(chain.length)
  }
  /** Continues with another version of the models. */
  const change = (other: typeof models) => {
    folding.close()
    folding = open(other)
    fold()
  }
  grow([])
  const reader = new ModelsReader(directory)
  t.after(() => {
    reader.close()
    folding.close()
  })
  const routes = ownRoutes(models, { reader, slotTime: (slot) => source.timeOf(slot) }, CONFIRMATIONS)
  let commit = 0
  reader.on('changed', () => commit++)
  const versions = {
    get commit() {
      return commit
    },
    table: () => commit,
    topic: () => commit,
  }
  const { url } = await startTestServer(t, routes, {
    models: modelsView({ reader, versions }, { maxLag: 10 }),
  })
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${url}/v1/own/${path}`, { headers })
    const answer = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: answer === '' ? undefined : JSON.parse(answer),
    }
  }
  return { grow, rollBack, change, get, routes, tip: () => chain.at(-1)?.point }
}

test('rows of a state table come by key, in pages, as JSON, with their point and a state', async (t) => {
  const { grow, get, tip } = await serve(t)
  grow([paid('aa', 3n), paid('bb', 9n)], [paid('aa', 2n ** 60n)], [paid('aa', 4n)], [paid('aa', 1n)])
  const row = (owner: string, day: number, lovelace: bigint, last: bigint, isNew: boolean) => ({
    owner,
    day,
    lovelace: `${lovelace}`,
    limit: last > 5n ? 'high' : 'low',
    large: `${2n ** 64n + last}`,
    is_new: isNew,
    note: isNew ? null : 'ab',
  })
  const day = (block: number): number => (FIRST + block) % 3
  const all = [
    row('aa', day(1), 4n, 1n, false),
    row('aa', day(2), 2n ** 60n, 2n ** 60n, true),
    row('aa', day(3), 4n, 4n, true),
    row('bb', day(1), 9n, 9n, true),
  ].sort((a, b) => (a.owner === b.owner ? a.day - b.day : a.owner < b.owner ? -1 : 1))
  const { status, headers, body } = await get('balances')
  assert.deepEqual([status, body], [200, { items: all, next: null }])
  assert.deepEqual(
    [headers.get('x-indexed-slot'), headers.get('x-indexed-block')],
    [`${tip()?.slot}`, tip()?.id],
  )
  assert.equal((await get('balances', { 'if-none-match': headers.get('etag') ?? '' })).status, 304)
  const paged: unknown[] = []
  for (let after = ''; ; ) {
    const page = await get(`balances?limit=1${after}`)
    paged.push(...page.body.items)
    if (page.body.next === null) break
    after = `&after=${page.body.next}`
  }
  assert.deepEqual(paged, all)
  const owned = async (query: string) => (await get(`balances?${query}`)).body.items
  assert.deepEqual(await owned('owner=AA'), all.slice(0, 3))
  assert.deepEqual(
    await owned(`owner=aa&day=${day(2)}`),
    all.filter(({ lovelace }) => lovelace === `${2n ** 60n}`),
  )
  assert.deepEqual(
    await owned('limit_=high'),
    all.filter(({ limit }) => limit === 'high'),
  )
})

test('requests that no index answers, and values that no row has, are refused', async (t) => {
  const { grow, get } = await serve(t)
  grow([paid('aa', 3n)])
  const first = 'Invalid input: rows are found by the first columns of the key'
  for (const [query, message] of [
    ['balances?day=1', `${first} (owner, day), or by one column with an index`],
    ['balances?owner=aa&limit_=high', `${first} (owner, day), or by one column with an index`],
    // A column without an index must not be ignored: the response would have all rows.
    [
      'balances?owner=aa&lovelace=3',
      'Invalid input: lovelace must be left out: rows are found by the first columns of the key (owner, day), or by one column with an index',
    ],
    [
      'payments?lovelace=4',
      'Invalid input: lovelace must be left out: rows are found by one column with an index',
    ],
    [
      'payments?position=',
      'Invalid input: position must be left out: rows are found by one column with an index',
    ],
    ['balances?owner=a', 'Invalid input: owner must be hex'],
    ['balances?limit=1001', 'Invalid input: limit must be an integer from 1 to 1000'],
    ['balances?after=AAAA', 'Invalid input: after must be the cursor of a page of this table'],
    [
      `balances?after=${Buffer.from('["aa",1e30]').toString('base64url')}`,
      'Invalid input: after must be the cursor of a page of this table',
    ],
    ['payments?after=1', 'Invalid input: after must be the cursor of a page'],
  ] as const) {
    const { status, body } = await get(query)
    assert.deepEqual([status, body.cause, body.message], [400, 'INVALID_PARAMS', message], query)
  }
  assert.equal((await get('none')).status, 404)
  // A cursor may contain any key, even one without a row.
  const far = Buffer.from(JSON.stringify(['ff', 2])).toString('base64url')
  assert.deepEqual((await get(`balances?after=${far}`)).body, { items: [], next: null })
})

test('rows are found by any number of up to 15 digits, also below 0', async (t) => {
  const { grow, get } = await serve(t)
  grow([paid('aa', 3n)])
  for (const day of [-1, -999_999_999_999_999, 999_999_999_999_999]) {
    const { status, body } = await get(`balances?owner=aa&day=${day}`)
    assert.deepEqual([status, body], [200, { items: [], next: null }], `${day}`)
  }
})

test('pages go on after a long key', async (t) => {
  const { grow, get } = await serve(t)
  const owners = ['aa', 'bb'].map((byte) => byte.repeat(1_500))
  grow(owners.map((owner) => paid(owner, 3n)))
  const first = (await get('balances?limit=1')).body
  const second = (await get(`balances?limit=1&after=${first.next}`)).body
  const found = [first, second].flatMap(({ items }) => items.map((row: { owner: string }) => row.owner))
  assert.deepEqual(found, owners)
})

test('an append table is followed through a fork, and read backwards', async (t) => {
  const { grow, rollBack, get } = await serve(t)
  grow(...[1n, 2n, 3n, 4n, 5n, 6n].map((lovelace) => [paid('aa', lovelace)]))
  const amounts = (items: readonly { readonly lovelace: string }[]) =>
    items.map(({ lovelace }) => Number(lovelace))
  const first = (await get('payments?order=oldest&limit=5')).body
  assert.deepEqual([amounts(first.items), first.undoneAfter], [[1, 2, 3, 4, 5], null])
  assert.equal(first.items[0].position, positionOf(FIRST + 1, 0))
  const second = (await get(`payments?order=oldest&limit=5&after=${first.next}`)).body
  assert.deepEqual([amounts(second.items), second.undoneAfter], [[6], null])
  // At the end of the chain, the cursor's next page is empty until rows arrive.
  const end = (await get(`payments?order=oldest&after=${second.next}`)).body
  assert.deepEqual([end.items, end.next], [[], second.next])
  rollBack(2)
  grow([paid('bb', 50n)], [paid('aa', 60n)], [paid('aa', 70n)])
  const after = (await get(`payments?order=oldest&after=${second.next}`)).body
  // The client drops its rows above the height `undoneAfter`, and gets the chain's current ones.
  assert.deepEqual([after.undoneAfter, amounts(after.items)], [FIRST + 3, [4, 50, 60, 70]])
  const next = (await get(`payments?order=oldest&after=${after.next}`)).body
  assert.deepEqual([next.items, next.undoneAfter], [[], null])
  const newest = (await get('payments?limit=2&owner=aa')).body
  assert.deepEqual(amounts(newest.items), [70, 60])
  const older = (await get(`payments?owner=aa&after=${newest.next}`)).body
  assert.deepEqual([amounts(older.items), older.next], [[4, 3, 2, 1], null])
})

test('a reader of an append table gets all rows again after a change of the model', async (t) => {
  const { grow, rollBack, change, get } = await serve(t)
  grow(...[1n, 2n, 3n].map((lovelace) => [paid('aa', lovelace)]))
  const read = async (query: string) => {
    const { items, next, undoneAfter } = (await get(`payments?${query}`)).body
    return { next, read: [items.map(({ lovelace }: { lovelace: string }) => Number(lovelace)), undoneAfter] }
  }
  const oldest = await read('order=oldest&limit=2')
  const newest = await read('limit=2')
  assert.deepEqual(
    [oldest.read, newest.read],
    [
      [[1, 2], null],
      [[3, 2], null],
    ],
  )
  change(modelsOf(10))
  grow([paid('aa', 4n)])
  assert.deepEqual((await read(`limit=3&after=${newest.next}`)).read, [[40, 30, 20], 0])
  const again = await read(`order=oldest&limit=3&after=${oldest.next}`)
  assert.deepEqual(again.read, [[10, 20, 30], 0])
  rollBack(1)
  grow([paid('aa', 5n)])
  const last = await read(`order=oldest&after=${again.next}`)
  assert.deepEqual(last.read, [[50], null])
  change(modelsOf(10))
  assert.deepEqual((await read(`order=oldest&after=${last.next}`)).read, [[], null])
})

test('the document describes each table', async (t) => {
  const { routes } = await serve(t)
  const group = { name: 'own', description: 'Rows.', routes }
  const { paths } = await openapiDocument([group], '1', { title: 'Own', description: 'Rows.' })
  const document = JSON.parse(JSON.stringify(paths))
  const at = document['/v1/own/balances'].get
  assert.equal(at.operationId, 'getOwnBalances')
  assert.deepEqual(
    at.parameters.map(({ name }: { readonly name: string }) => name),
    ['owner', 'day', 'limit_', 'after', 'limit'],
  )
  const { schema } = at.responses[200].content['application/json; charset=utf-8']
  assert.deepEqual(Object.keys(schema.properties.items.items.properties), Object.keys(balances.columns))
  assert.deepEqual(
    document['/v1/own/payments'].get.parameters.map(({ name }: { readonly name: string }) => name),
    ['owner', 'after', 'limit', 'order'],
  )
})
