import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestTier, type Tier, tierEnd } from './tier.ts'

const K69: Tier = { aNum: 122525779519n, bNum: 2545182n, adaCap: 18191400000n }
const K100: Tier = { aNum: 177128257607n, bNum: 6901746n, adaCap: 27504849940n }
const K42: Tier = { aNum: 74737329614n, bNum: 1274818n, adaCap: 10991175000n }
const K42_FIRST: Tier = { aNum: 74887678238n, bNum: 1250000n, adaCap: 11003000000n }

test('the tier of an AMM pool is known by its liquidity, as pools of mainnet have it', () => {
  const tierBy = nearestTier([K69, K100, K42, K42_FIRST])
  assert.deepEqual([2_176_869_135n, 2_739_814_625n, 1_678_087_829n, 0n, 2n ** 63n].map(tierBy), [
    K69,
    K100,
    K42,
    K42,
    K100,
  ])
  assert.equal(nearestTier([])(1n), undefined)
})

test('deployed tiers end where they are known to', () => {
  assert.deepEqual(tierEnd(K69), {
    sold: 736463314n,
    left: 263536686n,
    collected: 18188400000n,
    curveMarketCap: 69000495326n,
    ammMarketCap: 69016577070n,
  })
  assert.deepEqual(tierEnd(K100), {
    sold: 724981827n,
    left: 275018173n,
    collected: 27501849940n,
    curveMarketCap: 100000118983n,
    ammMarketCap: 100000118683n,
  })
})
