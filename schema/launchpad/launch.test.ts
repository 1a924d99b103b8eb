import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchAmounts, launchFee } from './launch.ts'

const fees = { launchFee: 500000n, minDepositFee: 1000000n, basisPoints: 100n }

test('without a deposit the pool keeps every token, and the least fee is paid', () => {
  assert.deepEqual(launchAmounts({ aNum: 122525779519n, bNum: 2545182n }, 0n), {
    poolLovelace: 3000000n,
    poolTokens: 1000000000n,
    creatorTokens: 0n,
  })
  assert.equal(launchFee(0n, fees), 1500000n)
})
