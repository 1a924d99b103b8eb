import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEED } from '../curve.ts'
import { type CurvePool, decodeCurvePool, encodeCurvePool } from './curve-pool.ts'
import { decodeCurvePoolT2t } from './curve-pool-t2t.ts'

const T2T =
  'd8799fd8799f581c63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8582027f988222b2a73069db8b1503ea79dfd2f9e217f6f8cafaf71be2db64b111655ffd8799f581c77cb34f72da105bd0cab41c2a10e2fa2fe97a181e6771a62d0c9673e4974657374546f6b656effd8799f581c093c6231a315f25d01e0388e42facc5617c315881fe46bc5d37d843145746f6b656eff1b0000001efc22eee61a00393870581c15772e8f1fdcf12d59636caf42522b7d6249ccb223253eb7e9b6d5091b00000004af5c9bf91a001e8482581c78dab68b25456933968fd3f6566a2294f5254000d969d954b61366a6581c9a71deef6cf71cda44449e2f568bc21efc2dca1083447d65df51f545581cfd9c70b031d7fc94d9c2cf80053e81172e775045eeb74c8af1d78baeff'

const pool: CurvePool = {
  nft: '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.53568d2aceb4e0053d2e4bd7f4a16b61bab5f5e76debcbd5e6eeab80c5526aae',
  token: '3417226aaa4bd7391a7a7f86d7b140b14a35388080b929550d0badab.4c6f616420546573742031',
  aNum: 74737329614n,
  bNum: 1274818n,
  permittedExecutor: '5cb2c968e5d1c7197a6ce7615967310a375545d9bc65063a964335b2',
  adaCap: 10991175000n,
  adminWitness: '8807fbe6e36b1c35ad6f36f0993e2fc67ab6f2db06041cfa3a53c04a',
  factoryWitness: '44d3cb2be4d37239dfd22c2ba8a7eaaf68be16dd9369d36f2936e9f2',
}

test('a pool without a price or without room is refused', () => {
  const read = (change: Partial<CurvePool>) =>
    decodeCurvePool(encodeCurvePool({ ...pool, ...change }, 'definite'))
  assert.equal(read({ aNum: 0n, bNum: 0n }), undefined)
  assert.equal(read({ adaCap: SEED }), undefined)
  assert.equal(read({ aNum: 2n ** 63n }), undefined)
  assert.deepEqual(read({ aNum: 0n, adaCap: SEED + 1n }), { ...pool, aNum: 0n, adaCap: SEED + 1n })
})

test('a token-to-token pool with a negative number is refused', () => {
  assert.notEqual(decodeCurvePoolT2t(T2T), undefined)
  assert.equal(decodeCurvePoolT2t(T2T.replace('1a001e8482', '3a001e8482')), undefined)
})
