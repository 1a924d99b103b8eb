// Vesting: locks by redeemer, and refused requests to build a lock.
import assert from 'node:assert/strict'
import { assertIs, isOf } from './kinds.ts'
import { judgeCauses, judgeRefusals, required } from './requests.ts'
import { VESTING_ROW } from './resources.ts'
import type { Section } from './rows.ts'

const PATH = '/v1/vesting/get-by-redeemer'

export const vestingLookUp: Section = {
  name: 'vesting look-up',
  rows: 7,
  async judge(row, { call, tell, post, wallet }) {
    const redeemerVkhs = wallet.pkh
    const headers = { 'content-type': 'application/json' }
    const { vestings } = await post(PATH, {}, { redeemerVkhs })
    await row('an empty body: {vestings: [row]}', async () => {
      const { status, body } = await call(PATH, { method: 'POST', headers }, { redeemerVkhs })
      assert.deepEqual([status, body], [200, { vestings }])
      assert.ok(vestings.length > 0)
      for (const vesting of vestings) assertIs(VESTING_ROW, vesting)
    })
    await row.is('the body {} is taken', await post(PATH, {}, { redeemerVkhs }), { vestings })
    await row('each row: redeemerVkh as asked, spent false, lockUntil in ms', () => {
      for (const { redeemerVkh, spent, lockUntil } of vestings) {
        assert.deepEqual([redeemerVkh, spent], [redeemerVkhs, false])
        assert.ok(isOf('digits', lockUntil) && Number(lockUntil) > 1e12)
      }
    })
    await judgeRefusals(row, { redeemerVkhs: required(redeemerVkhs.slice(1)) }, (change) =>
      tell(PATH, {}, { redeemerVkhs, ...change }),
    )
    await judgeCauses(row, [['without Content-Type', { method: 'POST' }]], (init) =>
      call(PATH, init, { redeemerVkhs }),
    )
    await row.is(
      'of a key without locks: 200 {"vestings": []}',
      await post(PATH, {}, { redeemerVkhs: 'ab'.repeat(28) }),
      { vestings: [] },
    )
  },
}

export const createLock: Section = {
  name: '/create-lock',
  rows: 22,
  async judge(row, { tell, curve, wallet }) {
    const right = {
      address: wallet.address,
      assetId: curve,
      amount: '1000',
      lockEnd: Date.now() + 9e7,
      stagesCount: 3,
    }
    const send = (change: object) => tell('/create-lock', { ...right, ...change })
    await judgeRefusals(
      row,
      {
        address: required('x'),
        assetId: required('x', '.'),
        amount: required(1000, 'x'),
        lockEnd: required('1', Date.now() + 9e7 + 0.5, 9e15),
        stagesCount: required('3', 0, 11, 1.5),
      },
      send,
    )
    await judgeCauses(
      row,
      [
        ['lockEnd in the past', { lockEnd: Date.now() - 1 }, 'INVALID_LOCK_END'],
        ['lockEnd in seconds', { lockEnd: Math.floor(right.lockEnd / 1000) }, 'INVALID_LOCK_END'],
        ['amount 2 in 3 stages', { amount: '2' }, 'INVALID_AMOUNT'],
        ['amount 0', { amount: '0' }, 'INVALID_AMOUNT'],
        ['tokens the caller has not', { amount: '9'.repeat(18) }, 'SERVER_ERROR'],
      ],
      send,
    )
  },
}
