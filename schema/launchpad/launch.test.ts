import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchAmounts, launchFee } from './launch.ts'

const fees = { launchFee: 500000n, minDepositFee: 1000000n, basisPoints: 100n }

test('the amounts of two launches on chain are reproduced', () => {
  assert.deepEqual(launchAmounts({ aNum: 122525779519n, bNum: 2545182n }, 132500000n), {
    poolLovelace: 135500000n,
    poolTokens: 949952431n,
    creatorTokens: 50047569n,
  })
  assert.deepEqual(launchAmounts({ aNum: 74737329614n, bNum: 1274818n }, 500000000n), {
    poolLovelace: 503000000n,
    poolTokens: 789656024n,
    creatorTokens: 210343976n,
  })
  assert.equal(launchFee(132500000n, fees), 1825000n)
})

test('without a deposit the pool keeps every token, and the least fee is paid', () => {
  assert.deepEqual(launchAmounts({ aNum: 122525779519n, bNum: 2545182n }, 0n), {
    poolLovelace: 3000000n,
    poolTokens: 1000000000n,
    creatorTokens: 0n,
  })
  assert.equal(launchFee(0n, fees), 1500000n)
})
