// Vestings over HTTP: order, long lists, and requests that are refused.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Rows } from '../../projections/engine/table/rows.ts'
import { WriteContext } from '../../projections/engine/table/write-context.ts'
import { vestings } from '../../projections/models/vestings.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { MAX_VESTINGS } from '../../schema/responses/vesting.ts'
import { checkResponse } from '../http/testing/check-response.ts'
import { startComponents } from '../testing/start-components.ts'

const [FEW, MANY, NONE] = ['aa'.repeat(28), 'bb'.repeat(28), 'cc'.repeat(28)]
const [CAT, DOG] = [`${'01'.repeat(28)}.436174`, `${'02'.repeat(28)}.`]
const ADDRESS = `71${'dd'.repeat(28)}`
const MOST = 2n ** 63n - 1n

const row = (
  at: number,
  redeemer: string,
  token: string,
  lockedUntil: bigint,
  quantity: bigint,
  spent = false,
) => ({
  transaction_id: at.toString(16).padStart(64, '0'),
  output_index: at % 11,
  token,
  quantity,
  locked_until: lockedUntil,
  redeemer,
  address: ADDRESS,
  spent_by: spent ? '99'.repeat(32) : null,
})

/** In the order of the list; the third is spent. */
const FEW_ROWS = [
  row(5, FEW, CAT, 1n, 7n),
  row(4, FEW, DOG, 2n, MOST),
  row(6, FEW, CAT, 2n, 1n, true),
  { ...row(7, FEW, CAT, 2n, 1n), output_index: 2 },
  { ...row(7, FEW, CAT, 2n, 2n), output_index: 10 },
  row(1, FEW, CAT, MOST, 3n),
]

const bodyOf = ({
  transaction_id,
  output_index,
  token,
  quantity,
  locked_until,
  redeemer,
}: ReturnType<typeof row>) => ({
  id: `${transaction_id}:${output_index}`,
  lockUntil: `${locked_until}`,
  redeemerVkh: redeemer,
  tokenPolicyId: token.slice(0, 56),
  tokenAssetName: token.slice(57),
  totalLocked: `${quantity}`,
  vestingOwnerAddress: formatAddress(ADDRESS),
  spent: false,
})

const start = async (t: TestContext) => {
  const { url, routeOf, models } = await startComponents(t, ['vesting'], 5)
  const write = new Rows(models, vestings, new WriteContext(), 'vestings_1')
  models.transaction(() => {
    for (const each of FEW_ROWS) write.insert(each)
    for (let n = 0; n <= MAX_VESTINGS; n += 1) write.insert(row(1_000 + n, MANY, DOG, BigInt(n), 1n))
  })()
  return {
    url,
    byRedeemer: (redeemerVkhs: string, body: unknown = {}) =>
      checkResponse(url, routeOf('getVestingsByRedeemer'), { query: { redeemerVkhs }, body }),
    byAsset: (assetId: string, body?: unknown) =>
      checkResponse(url, routeOf('getVestingsByAsset'), { params: { assetId }, body }),
  }
}

const listed = (rows: typeof FEW_ROWS) => [
  200,
  { vestings: rows.filter(({ spent_by }) => spent_by === null).map(bodyOf) },
]

test('unspent vestings are listed by deadline and id, whatever case the key hash has and whatever the body', async (t) => {
  const { byRedeemer, byAsset } = await start(t)
  for (const body of [{}, null, [], { any: 'thing' }]) {
    const { status, body: response } = await byRedeemer(FEW, body)
    assert.deepEqual([status, response], listed(FEW_ROWS))
  }
  assert.deepEqual((await byRedeemer(FEW.toUpperCase())).body, listed(FEW_ROWS)[1])
  assert.deepEqual((await byRedeemer(NONE)).body, { vestings: [] })
  const cats = await byAsset(CAT)
  assert.deepEqual([cats.status, cats.body], listed(FEW_ROWS.filter(({ token }) => token === CAT)))
  assert.deepEqual((await byAsset(`${'03'.repeat(28)}.`)).body, { vestings: [] })
})

test('when an answer cannot hold all vestings, those with the earliest deadlines are listed', async (t) => {
  const { byRedeemer } = await start(t)
  const { body } = await byRedeemer(MANY)
  const list = isRecord(body) && Array.isArray(body.vestings) ? body.vestings : assert.fail()
  assert.deepEqual(
    list.map(({ lockUntil }) => lockUntil),
    Array.from({ length: MAX_VESTINGS }, (_, n) => `${n}`),
  )
})

test('a look-up with a wrong key hash, asset id, type or body is refused', async (t) => {
  const { url, byRedeemer, byAsset } = await start(t)
  const invalid = (message: string) => [
    400,
    { cause: 'INVALID_PARAMS', message: `Invalid input: ${message}` },
  ]
  for (const key of ['', 'x', FEW.slice(1), `${FEW}0`, `${FEW},${MANY}`, 'zz'.repeat(28)]) {
    const { status, body } = await byRedeemer(key)
    assert.deepEqual([status, body], invalid('redeemerVkhs must be a key hash of 56 hex digits'), key)
  }
  for (const asset of ['x', FEW.slice(1), `${CAT}0`]) {
    const { status, body } = await byAsset(asset)
    assert.deepEqual(
      [status, body],
      invalid("assetId must be a token's asset id: {policyId}.{hexAssetName} or its fingerprint"),
    )
  }
  const sent = async (query: string, headers: Record<string, string>, body?: string) => {
    const path = `${url}/v1/vesting/get-by-redeemer?${query}`
    const response = await fetch(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
    return [response.status, await response.json()]
  }
  const json = { 'content-type': 'application/json' }
  const one = `redeemerVkhs=${FEW}`
  assert.deepEqual(await sent(one, json), listed(FEW_ROWS))
  assert.deepEqual(await sent(one, {}), invalid('Content-Type must be application/json'))
  assert.equal((await sent(one, json, JSON.stringify('x'.repeat(5_000))))[0], 413)
})
