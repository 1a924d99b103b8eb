// Analytics: holders on each venue compared with the devnet's ledger, balances in ADA, and the two config documents.
import assert from 'node:assert/strict'
import { contract } from '../../devnet/contracts/contracts.ts'
import { parseAddress } from '../../schema/codecs/address.ts'
import { CONTRACTS_CONFIG, PROTOCOL_CONFIG } from './config-documents.ts'
import { assertIs } from './kinds.ts'
import { judgeCauses, judgeRefusals, optional, required } from './requests.ts'
import { HOLDER } from './resources.ts'
import type { Row, Section } from './rows.ts'
import type { World } from './world.ts'

interface Holder {
  readonly address: string
  readonly quantity: string
}

/** Pools and waiting orders have script addresses. The vesting lock also has one. */
const isPoolOrOrder = (address: string): boolean =>
  /^[1357]/.test(address) && address.slice(2, 58) !== contract('vesting-lock').hash

const judgeHolders = async (row: Row, { devnet, get }: World, venue: string, assetId: string) => {
  const page = (query: object = {}) =>
    get('/balances/v1/pool/holders', { assetId, limit: 101, offset: 0, ...query })
  const { holders, dev, count } = await page()
  await row(`holders (${venue}): {holders: [{address, quantity}], dev, count}`, () => {
    for (const holder of [...holders, dev]) assertIs(HOLDER, holder)
    assert.ok(Number.isSafeInteger(count))
  })
  await row(`holders (${venue}): sorted by balance, descending`, () => {
    const quantities = holders.map(({ quantity }: Holder) => BigInt(quantity))
    assert.deepEqual(
      quantities,
      quantities.toSorted((a: bigint, b: bigint) => Number(b - a)),
    )
  })
  await row.is(`holders (${venue}): count is of all holders`, count, holders.length)
  await row(`holders (${venue}): limit and the 0-based offset page through them`, async () => {
    const [first, second] = [await page({ limit: 2 }), await page({ limit: 2, offset: 2 })]
    assert.deepEqual([...first.holders, ...second.holders], holders.slice(0, 4))
    assert.equal(second.count, count)
  })
  await row(`holders (${venue}): who holds it on the chain, pools and waiting orders apart`, () => {
    const owned = new Map<string, bigint>()
    for (const { output } of devnet.ledger.utxo.values())
      for (const { asset, quantity } of output.assets)
        if (asset === assetId && !isPoolOrOrder(output.address))
          owned.set(output.address, (owned.get(output.address) ?? 0n) + quantity)
    const quantities = holders.map(({ address, quantity }: Holder) => [
      parseAddress(address),
      BigInt(quantity),
    ])
    assert.deepEqual(new Map(quantities), owned)
  })
}

export const analytics: Section = {
  name: 'analytics',
  rows: 26,
  async judge(row, world) {
    const { get, call, tell, post, wallet, curve, amm } = world
    await judgeHolders(row, world, 'curve', curve)
    await judgeHolders(row, world, 'amm', amm)
    await judgeRefusals(row, { assetId: required(), limit: optional(102, 0) }, (change) =>
      call('/balances/v1/pool/holders', {}, { assetId: curve, ...change }),
    )
    const unknown = `${'ab'.repeat(28)}.6162`
    await judgeCauses(
      row,
      [['holders of an unknown asset', { assetId: unknown }, 'NOT_FOUND', 404]],
      (query) => call('/balances/v1/pool/holders', {}, query),
    )

    const path = '/balances/v1/asset/asset-balance'
    const { pkh } = wallet
    const { holders } = await get('/balances/v1/pool/holders', { assetId: curve })
    const { bar } = await get('/v1/charts/initial-state', { base: curve, quote: '.', resolution: 'day1' })
    const keyOf = ({ address }: Holder): string => parseAddress(address).slice(2, 58)
    const keys = holders.map(keyOf).filter((key: string) => key !== contract('vesting-lock').hash)
    const worth = (of: readonly string[]): number =>
      holders
        .filter((holder: Holder) => of.includes(keyOf(holder)))
        .reduce((sum: number, { quantity }: Holder) => sum + (Number(quantity) * Number(bar.close)) / 1e6, 0)
    const isNear = (balance: number, expected: number) =>
      assert.ok(Math.abs(balance - expected) < 2e-6, `${balance}, not ${expected}`)
    await row('asset-balance: {balance: number}', async () => {
      const body = await post(path, [pkh], { assetId: curve })
      assert.deepEqual([Object.keys(body), typeof body.balance], [['balance'], 'number'])
    })
    await row('asset-balance: tokens at the price, in ADA', async () =>
      isNear((await post(path, [pkh], { assetId: curve })).balance, worth([pkh])),
    )
    await row('asset-balance: the sum of several key hashes', async () => {
      assert.ok(keys.length > 1)
      isNear((await post(path, keys, { assetId: curve })).balance, worth(keys))
    })
    await row.is(
      'asset-balance without balance data: 200 null',
      await post(path, ['ab'.repeat(28)], { assetId: curve }),
      null,
    )
    await judgeCauses(
      row,
      [
        ['asset-balance with an empty body array', []],
        ['asset-balance with an element of 55 digits', [pkh.slice(1)]],
      ],
      (hashes) => tell(path, hashes, { assetId: curve }),
    )
    await judgeRefusals(
      (requirement, holds) => row(`asset-balance ${requirement}`, holds),
      { assetId: required() },
      (change) => tell(path, [pkh], { assetId: curve, ...change }),
    )
    const body = new Blob([JSON.stringify([pkh])])
    await judgeCauses(row, [['asset-balance without Content-Type', { method: 'POST', body }]], (init) =>
      call(path, init, { assetId: curve }),
    )
    await row('asset-balance of ".": the wallet\'s ADA', async () => {
      const { balance } = await post(path, [pkh], { assetId: '.' })
      assert.equal(balance, Number(await world.balance('lovelace')) / 1e6)
    })

    const config = await get('/service-front/protocol-config.json')
    await row('protocol-config.json: the full Protocol config', () => assertIs(PROTOCOL_CONFIG, config))
    await row('protocol-config.json: executorFee is not returned', () =>
      assert.doesNotMatch(JSON.stringify(config), /executorFee/),
    )
    await row('contracts.json: the full Contracts config', async () =>
      assertIs(CONTRACTS_CONFIG, await get('/service-front/contracts.json')),
    )
  },
}
