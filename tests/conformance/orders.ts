// The builder's parameters, orders and cancellations: the built transactions, and every row of the table of errors that needs no invalid
// file.
import assert from 'node:assert/strict'
import { assertIs } from './kinds.ts'
import { judgeCauses, judgeRefusals, optional, required } from './requests.ts'
import { ORDER_BUILD, PARAMETERS, specifiedParameters } from './resources.ts'
import type { Row, Section } from './rows.ts'
import { escrowOf, idOf, signaturesIn } from './transactions.ts'
import type { World } from './world.ts'

const MAINNET_ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'
const HASH = 'ab'.repeat(32)

export const parameters: Section = {
  name: 'builder: /parameters',
  rows: 2,
  async judge(row, { get }) {
    const response = await specifiedParameters({ get })
    await row('GET /parameters: the short protocol parameters', () => assertIs(PARAMETERS, response))
    await row(
      'the raw values of the protocol config and the launch script of the contracts config',
      async () => {
        const { parameters } = await get('/service-front/protocol-config.json')
        const { contracts } = await get('/service-front/contracts.json')
        const { deployScript, ...values } = response
        for (const [name, value] of Object.entries(values))
          assert.equal(parameters[name].raw ?? parameters[name], value, name)
        assert.equal(deployScript, contracts.launchAsset.hash)
      },
    )
  },
}

const LIMITS = [
  ['BUY', '999999', 'MIN_TRADE_AMOUNT'],
  ['BUY_WITH_OUTPUT', '1', 'MIN_TRADE_AMOUNT'],
  ['SELL', '1', 'MIN_TRADE_AMOUNT'],
  ['BUY_WITH_OUTPUT', '999999999', 'MAX_TRADE_AMOUNT'],
] as const

/** Minimum percentage of the expected output, by slippage. */
const WORST = { 15: 85n, 30: 70n, 50: 50n, 75: 25n } as const

const judgeRefused = async (row: Row, { call, tell, order, curve, amm, other }: World): Promise<void> => {
  const send = (change: object) => tell('/order', order(change))
  await judgeRefusals(
    row,
    {
      assetId: required('abc', '.'),
      amount: required(100_000_000, '1e8', '-5', '0', '1.5', '05000000'),
      side: required('buy', 'HODL'),
      slippage: required(15, '10', 'Infinity'),
      changeAddress: required('addr1xyz', MAINNET_ADDRESS),
      utxos: required('wallet', [], ['zz'], 5),
    },
    send,
  )
  const headers = { 'content-type': 'application/json' }
  await judgeCauses(row, [['a body that is not JSON', { method: 'POST', headers, body: '{' }]], (init) =>
    call('/order', init),
  )
  await judgeCauses(
    row,
    [
      ...Object.entries({ curve, amm }).flatMap(([venue, assetId]) =>
        LIMITS.map(
          ([side, amount, cause]) =>
            [`${venue} ${side} ${amount}`, { assetId, side, amount }, cause] as const,
        ),
      ),
      ['a token that is not there', { assetId: `${'ab'.repeat(28)}.6162` }, 'ASSET_NOT_FOUND'],
      ['curve BUY of 50,000 ADA', { amount: '50000000000' }, 'MAX_TRADE_AMOUNT'],
      ['curve SELL of the whole supply', { side: 'SELL', amount: '1000000000' }, 'MAX_TRADE_AMOUNT'],
      ['a wallet without funds', { changeAddress: other.address }, 'UNKNOWN'],
    ],
    send,
  )
}

export const orders: Section = {
  name: '/order',
  rows: 62,
  async judge(row, world) {
    const { post, order, curve, amm, wallet } = world
    await judgeRefused(row, world)
    const build = (change: object = {}) => post('/order', order(change))
    const isBuilt = async (change: object = {}) => assertIs(ORDER_BUILD, await build(change))
    for (const slippage of ['15', '30', '50', '75', 'infinity'] as const) {
      const built = await build({ slippage })
      await row(`curve BUY at slippage ${slippage}: Order build result`, () => assertIs(ORDER_BUILD, built))
      await row(`curve BUY at slippage ${slippage}: the datum's worst price`, () => {
        const [numerator, denominator] = escrowOf(built.cbor).fraction(4)
        const { inputAmount, outputAmount } = built
        const [worst, of] =
          slippage === 'infinity' ? [1n, 1n] : [BigInt(outputAmount) * WORST[slippage], 100n]
        assert.equal(numerator * BigInt(inputAmount) * of, worst * denominator)
      })
    }

    const built = await build()
    const { price, inputAmount, outputAmount } = built
    await row.is(
      'the escrow holds the amount, the executor fee of 1.1 ADA and a deposit of 1.5 ADA',
      escrowOf(built.cbor).lovelace,
      102_600_000n,
    )
    await row.is('the transaction is unsigned', signaturesIn(built.cbor), 0)
    await row("id is the builder's, and not the hash of the transaction", () =>
      assert.notEqual(built.id, idOf(built.cbor)),
    )
    await row.is(
      'price: ADA per token of the quote, as numerator and denominator',
      BigInt(price.numerator) * BigInt(outputAmount),
      BigInt(price.denominator) * BigInt(inputAmount),
    )
    await row('BUY: inputAsset and priceQuote are ADA, outputAsset and priceBase the token', () => {
      const { inputAsset, priceQuote, outputAsset, priceBase } = built
      assert.deepEqual([inputAsset, priceQuote, outputAsset, priceBase], ['.', '.', curve, curve])
    })
    await row.is(
      'curve BUY: the beacon is that of the feed, transaction hash and output',
      built.beacon,
      `${idOf(built.cbor)}${'0'.repeat(16)}`,
    )
    const exact = { side: 'BUY_WITH_OUTPUT', amount: '400000' }
    await row('curve BUY_WITH_OUTPUT: Order build result', () => isBuilt(exact))
    await row.is('BUY_WITH_OUTPUT: outputAmount is the amount', (await build(exact)).outputAmount, '400000')
    await row('amm BUY: Order build result, routed without being asked', () => isBuilt({ assetId: amm }))
    await row('amm BUY: with a beacon of 56 hex digits', async () =>
      assert.match((await build({ assetId: amm })).beacon, /^[0-9a-f]{56}$/),
    )
    await row('amm BUY_WITH_OUTPUT: Order build result', () => isBuilt({ ...exact, assetId: amm }))
    await row('utxos as an array of CIP-30 outputs', async () =>
      isBuilt({ utxos: wallet.getUtxos(await world.outputs()) }),
    )
    await row('other fields are ignored', () => isBuilt({ wsClientId: 'x', collaterals: null }))
    await row('assetId in upper case', () => isBuilt({ assetId: curve.toUpperCase() }))
  },
}

export const cancellations: Section = {
  name: '/cancel',
  rows: 18,
  async judge(row, world) {
    const { tell, of, wallet, other, orderOf, post, order, send, devnet, followed } = world
    const request = (change: object) =>
      tell('/cancel', { ...of, txHash: HASH, index: '0', collaterals: undefined, ...change })
    await judgeRefusals(
      row,
      {
        txHash: required(5, 'ab'),
        index: required(0, 'x'),
        changeAddress: required('x'),
        utxos: required('w'),
        collaterals: optional('none', [5], ['zz']),
      },
      request,
    )
    const { ledger } = await post('/v1/user-history-feed/initial/state', [wallet.pkh])
    const [filled] = ledger.items
    const txHash = await send((await post('/order', order())).cbor)
    devnet.ledger.makeBlock()
    await followed()
    assert.equal((await orderOf(txHash)).status, 'Pending')
    const refused = [
      ['an order that is not on the chain', {}, 'SERVER_ERROR'],
      ['an output that is no order', { txHash, index: '1' }, 'SERVER_ERROR'],
      ['an order that is filled', { txHash: filled.pendingTransactionId }, 'SERVER_ERROR'],
      ["an order of somebody else's", { txHash, changeAddress: other.address }, 'SERVER_ERROR'],
    ] as const
    await judgeCauses<object>(row, refused, request)
    const messages = refused.map(async ([, change]) => (await request(change)).body.message)
    await row.is('the messages of these say which it is', await Promise.all(messages), [
      'order not found',
      'Not an order',
      'order already spent',
      'Not the order owner',
    ])
    await world.makeBlocks()
  },
}
