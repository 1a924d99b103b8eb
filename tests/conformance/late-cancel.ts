// Rules that depend on time: a fair launch limits purchases in its first minutes, and the owner of a curve order may cancel it after twenty
// minutes.
import assert from 'node:assert/strict'
import { assertIs } from './kinds.ts'
import { assertRefused } from './requests.ts'
import { CANCEL_BUILD, LAUNCH_BUILD, ORDER_BUILD } from './resources.ts'
import type { Section } from './rows.ts'
import { signaturesIn } from './transactions.ts'

export const lateCancel: Section = {
  name: 'workflow 2',
  rows: 10,
  async judge(row, world) {
    const { post, tell, launch, send, makeBlocks, pool, order, of, wallet, devnet, followed, orderOf } = world
    const coins = async () => {
      const all = wallet.getUtxos((await world.outputs()).filter(({ value }) => value.length === 1))
      return { collaterals: all.slice(0, 1), utxos: all.slice(1) }
    }
    const built = await post('/launch', launch({ launchType: 'HYPED', ...(await coins()) }))
    await row('a HYPED launch with collaterals and CIP-30 outputs: built', () => {
      assertIs(LAUNCH_BUILD, built)
      assert.equal(built.partial, false)
    })
    await send(built.cbor)
    await makeBlocks()
    const snapshot = await pool(built.assetId)
    await row.is('it is signed, submitted and read', snapshot.info.asset, built.assetId)
    await row('its pool: launchType fair, info.launchType 1, no links', () => {
      const none = { twitter: null, telegram: null, discord: null, website: null }
      const { launchType, socials } = snapshot.info
      assert.deepEqual([snapshot.pool.launchType, launchType, socials], ['fair', 1, none])
    })
    const buy = (amount: string) => tell('/order', order({ assetId: built.assetId, amount }))
    await row('a BUY of 26 ADA in its first three minutes: 500 MAX_TRADE_AMOUNT', async () =>
      assertRefused(await buy('26000000'), 500, 'MAX_TRADE_AMOUNT'),
    )
    await row('a BUY of 25 ADA then', async () => assertIs(ORDER_BUILD, (await buy('25000000')).body))

    // Which coins the service chooses depends on what it offered before, so the order may not have the collateral.
    const { collaterals, utxos } = await coins()
    const txHash = await send((await post('/order', order({ amount: '10000000', utxos }))).cbor)
    devnet.ledger.makeBlock()
    await followed()
    const request = { ...of, txHash, index: '0', collaterals }
    await row('curve cancel before its time: 500 SERVER_ERROR, with the time', async () => {
      const response = await tell('/cancel', request)
      assertRefused(response, 500, 'SERVER_ERROR')
      assert.match(response.body.message, /\d{4}-\d\d-\d\dT/)
    })
    await world.skip(21 * 60_000)
    const cancel = await post('/cancel', request)
    await row('curve cancel after twenty minutes: Cancel build result, partial true', () => {
      assertIs(CANCEL_BUILD, cancel)
      assert.equal(cancel.partial, true)
    })
    await row.is('a cancel with collaterals: the cbor is unsigned', signaturesIn(cancel.cbor), 0)
    const refund = await send(cancel.cbor)
    devnet.ledger.makeBlock()
    await followed()
    await row.is('curve cancel: submitted, Refunded', (await orderOf(txHash)).status, 'Refunded')
    await row('the caller has the escrow back', async () => {
      const outputs = await world.outputs()
      const escrow = [{ unit: 'lovelace', amount: '12600000' }]
      assert.ok(
        outputs.some(
          (output) => output.txHash === refund && JSON.stringify(output.value) === JSON.stringify(escrow),
        ),
      )
    })
  },
}
