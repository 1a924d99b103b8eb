// The end of a curve and the beginning of an AMM pool, in transactions that the ledger validated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Output } from '../../api/builder/transaction/utxo.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { lpTokenName, poolNftName } from '../../schema/launchpad/derivations.ts'
import { assetId } from '../../schema/primitives.ts'
import { contract } from '../contracts/contracts.ts'
import { TIERS } from '../launchpad.ts'
import { ledgerOutput, makeUtxo } from '../ledger/output.ts'
import { graduate } from './graduate.ts'
import { EXECUTOR } from './people.ts'
import { AMM_POOL, ammOutput, curveOutput, POOL, somewhere, TestMarket } from './testing/test-market.ts'

const HYPED: CurvePool = { ...POOL, ...TIERS.hyped }

const marketOf = (output: Output): TestMarket => new TestMarket(makeUtxo(somewhere('curve'), output))

test('a complete curve becomes an AMM pool with the amounts of one on mainnet', () => {
  const market = marketOf(curveOutput(HYPED.adaCap, 275_018_276n, HYPED))
  const seed = market.curve.utxo.reference
  const of = market.send(graduate(market.curve, market.deployerCollateral))
  const lpTokens = 9_223_372_034_114_961_475n
  const pool = {
    ...AMM_POOL,
    nft: assetId(contract('amm-pool-nft').hash, poolNftName(seed)),
    lpToken: assetId(contract('lp-token').hash, lpTokenName(seed, lpTokens)),
  }
  const born = ammOutput(pool, 27_294_849_940n, 275_018_276n)
  const assets = (born.assets ?? []).map(({ asset, quantity }) => ({
    asset,
    quantity: asset === pool.lpToken ? lpTokens : quantity,
  }))
  assert.deepEqual(of.inputs, [seed])
  assert.deepEqual(of.outputs, [
    ledgerOutput({ ...born, assets }),
    ledgerOutput({ address: EXECUTOR.address, lovelace: 210_000_000n - of.fee }),
  ])
  assert.deepEqual(
    new Map(of.mint.map(({ asset, quantity }) => [asset, quantity])),
    new Map([
      [POOL.nft, -1n],
      [pool.nft, 1n],
      [pool.lpToken, lpTokens],
    ]),
  )
  assert.equal(market.market.curves.size, 0)
  assert.deepEqual(market.amm.pool, pool)
})

test('a curve below its cap, of another deployer, too small or with more than its assets is left alone', () => {
  const extra = { asset: `${'ab'.repeat(28)}.00`, quantity: 1n }
  const tiny = { ...HYPED, adaCap: 100_000_000n }
  const whole = curveOutput(HYPED.adaCap, 275_018_276n, HYPED)
  const odd = [
    curveOutput(HYPED.adaCap - 1n, 275_018_276n, HYPED),
    curveOutput(HYPED.adaCap, 275_018_276n, { ...HYPED, factoryWitness: 'ab'.repeat(28) }),
    curveOutput(200_000_000n, 275_018_276n, tiny),
    { ...whole, assets: [...(whole.assets ?? []), extra] },
  ]
  for (const output of odd) {
    const market = marketOf(output)
    assert.equal(graduate(market.curve, market.deployerCollateral), undefined)
  }
})
