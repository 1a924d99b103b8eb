// The life of a token as a client sees it, only over HTTP: launch with an image and a first purchase, trades on its curve until it
// graduates, trades on its AMM pool, a cancelled order, tokens locked and withdrawn.
import assert from 'node:assert/strict'
import { largePng } from '../../api/images/testing/sample-images.ts'
import { contract } from '../../devnet/contracts/contracts.ts'
import type { ReceivedResponse } from '../kit/requests.ts'
import { type FeedSocket, openFeed, statusesOf } from './feed-socket.ts'
import { assertIs } from './kinds.ts'
import { CANCEL_BUILD, LAUNCH_BUILD, LOCK_BUILD } from './resources.ts'
import type { Row, Section } from './rows.ts'
import { idOf, signaturesIn } from './transactions.ts'
import type { World } from './world.ts'

const INFO = {
  assetType: 'AI',
  name: 'Rows Ünit',
  ticker: 'RoWs1',
  description: `First line\nsecond “line” ${'x'.repeat(470)}`,
  twitter: 'https://x.com/rows',
  discord: 'https://discord.gg/rows',
  telegram: 'https://t.me/rows',
  website: 'https://rows.example/a?b=c',
}
const SOCIALS = ['twitter', 'discord', 'telegram', 'website']
const LISTS = ['Latest', 'New', 'MCapDesc']
const COMPLETED = ['CompletedCreateOn', 'CompletedMCap']

const IMAGE = largePng(300_000, 7)

/** `inOne`: one request signs and submits the order. */
interface Trade {
  readonly name: string
  readonly side: string
  readonly amount: string
  readonly inOne?: boolean
  readonly utxos?: readonly string[]
}

const marketOf = (row: Row, world: World, asset: string, feed: FeedSocket) => {
  const { post, order, send, makeBlocks, orderOf, balance } = world
  let volume = 0n
  return {
    volume: () => volume,
    async trade({ name, inOne = true, ...request }: Trade): Promise<void> {
      const before = await balance(asset)
      const built = await post('/order', order({ assetId: asset, slippage: '75', ...request }))
      const txHash = await send(built.cbor, inOne)
      await feed.reaches(txHash, 'Mempool')
      await makeBlocks()
      await feed.reaches(txHash, 'Pending')
      await makeBlocks()
      await feed.reaches(txHash, 'Evaluated')
      const filled = await orderOf(txHash)
      const isSale = request.side === 'SELL'
      await row.is(
        `${name}: built, signed, submitted, filled, and the balance changes`,
        [filled.status, (await balance(asset)) - before],
        ['Evaluated', isSale ? -BigInt(filled.fromAmount) : BigInt(filled.toAmount)],
      )
      await row.is(
        `${name}: Mempool, Pending, Evaluated in the history`,
        statusesOf(feed.frames, 'UserHistoryByAddress', txHash),
        ['Mempool', 'Pending', 'Evaluated'],
      )
      await row.is(
        `${name}: the quote is the outcome, as nobody traded between`,
        filled.toAmount,
        built.outputAmount,
      )
      volume += BigInt(isSale ? filled.toAmount : filled.fromAmount)
    },
  }
}

const DEPOSIT = 132_500_000n

const judgeLaunch = async (row: Row, world: World, feed: FeedSocket): Promise<string> => {
  const { get, post, launch, send, makeBlocks, pool, url, wallet } = world
  const image = new Blob([IMAGE], { type: 'image/png' })
  const built = await post('/launch', launch({ ...INFO, initialDeposit: `${DEPOSIT}` }, image))
  const asset: string = built.assetId
  await row('a launch with an image and a first buy: built', () => assertIs(LAUNCH_BUILD, built))
  await feed.subscribe('PoolFeed', 'PoolFeed', { asset })
  await feed.subscribe('LiveOrdersFeed', 'LiveOrdersFeed', { asset })
  await feed.subscribe('bars', 'LastBar', { pair: { base: asset, quote: '.' }, interval: 'min1' })
  const txHash = await send(built.cbor)
  await row('the launch is signed and submitted', () => assert.match(txHash, /^[0-9a-f]{64}$/))
  await row.is('txHash is the hash of the body', txHash, idOf(built.cbor))
  await makeBlocks()
  const { info, ...snapshot } = await pool(asset)
  await row.is('the launched pool is read', snapshot.pool.y.asset, asset)
  for (const [name, sent] of Object.entries(INFO))
    await row.is(`info.${name} is read back`, SOCIALS.includes(name) ? info.socials[name] : info[name], sent)
  await row.is('logoCID is read back', info.logoCID, built.logoCID)
  await row('the image is served byte for byte', async () => {
    const response = await fetch(`${url}/ipfs/${built.logoCID}`)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), IMAGE)
  })
  await row.is('the creator has userOutputTokens', `${await world.balance(asset)}`, built.userOutputTokens)
  const isOfAsset = (requestId: string) =>
    feed.next(`${requestId} of the launch`, (frame) => {
      return frame.requestId === requestId && frame.data?.info?.asset === asset
    })
  await row('frames of Latest, New and MCapDesc have the launch', async () => {
    for (const list of LISTS) await isOfAsset(list)
  })
  await row('a frame of PoolFeed has the launch', () => isOfAsset('PoolFeed'))
  await row(
    'the first bar: from the first price to that after the first buy, which is its volume',
    async () => {
      const { bar } = await get('/v1/charts/initial-state', { base: asset, quote: '.', resolution: 'min1' })
      assert.deepEqual([bar.open, bar.close, bar.volume], ['2.545182', '2.852079568931', `${DEPOSIT}`])
    },
  )
  await row('the creator is dev, and a holder', async () => {
    const { holders, dev } = await get('/balances/v1/pool/holders', { assetId: asset })
    const held = { address: wallet.address, quantity: built.userOutputTokens }
    assert.deepEqual({ holders, dev }, { holders: [held], dev: held })
  })
  return asset
}

const judgeCancel = async (row: Row, world: World, asset: string, feed: FeedSocket): Promise<void> => {
  const { post, order, of, send, orderOf, devnet, followed } = world
  const placed = await send((await post('/order', order({ assetId: asset }))).cbor)
  await feed.reaches(placed, 'Mempool')
  devnet.ledger.makeBlock()
  await followed()
  await feed.reaches(placed, 'Pending')
  const built = await post('/cancel', { ...of, txHash: placed, index: '0' })
  await row('AMM cancel: Cancel build result, partial true', () => {
    assertIs(CANCEL_BUILD, built)
    assert.equal(built.partial, true)
  })
  await row.is('a cancel without collaterals: the cbor is signed', signaturesIn(built.cbor), 1)
  await send(built.cbor)
  await feed.reaches(placed, 'MempoolRefunded')
  devnet.ledger.makeBlock()
  await followed()
  await row.is('AMM cancel: signed, submitted, Refunded', (await orderOf(placed)).status, 'Refunded')
  await row('a cancel in the history: Mempool, Pending, MempoolRefunded, Refunded', async () => {
    await feed.reaches(placed, 'Refunded')
    assert.deepEqual(statusesOf(feed.frames, 'UserHistoryByAddress', placed), [
      'Mempool',
      'Pending',
      'MempoolRefunded',
      'Refunded',
    ])
  })
}

const judgeLock = async (row: Row, world: World, asset: string): Promise<void> => {
  const { devnet, post, send, makeBlocks, vestings, pool, wallet, skip } = world
  const lockEnd = Date.now() + 90_000
  const lock = { address: wallet.address, assetId: asset, amount: '1000', lockEnd, stagesCount: 3 }
  const built = await post('/create-lock', lock)
  await row('create-lock: {cbor}', () => assertIs(LOCK_BUILD, built))
  await row.is('create-lock: unsigned', signaturesIn(built.cbor), 0)
  const txHash = await send(built.cbor)
  await makeBlocks()
  const ofLock = async () => (await vestings()).filter(({ id }: { id: string }) => id.startsWith(txHash))
  const stages: { id: string; totalLocked: string; lockUntil: string }[] = await ofLock()
  await row('the lock is signed and submitted', () => {
    const locked = [0, 1, 2].map((index) => devnet.ledger.utxo.get({ transaction: txHash, index })?.output)
    for (const output of locked) assert.equal(output?.address.slice(2, 58), contract('vesting-lock').hash)
  })
  await row.is(
    'it has three equal tranches, the last with the remainder',
    stages.map(({ totalLocked }) => totalLocked),
    ['333', '333', '334'],
  )
  await row('the stages are equally apart, the last at lockEnd', () => {
    const [first = 0, second = 0, third = 0] = stages.map(({ lockUntil }) => Number(lockUntil))
    assert.equal(third, lockEnd)
    assert.ok(Math.abs(third - second - (second - first)) <= 1)
  })
  await row("metrics.locks of the pool's snapshot has the lock", async () => {
    const { metrics } = await pool(asset)
    const ids = metrics.locks.map(({ id }: { id: string }) => id)
    assert.deepEqual(ids.sort(), stages.map(({ id }) => id).sort())
  })
  await skip(60_000)
  const [first] = stages
  const response: ReceivedResponse = await world.tell('/withdraw', { id: first?.id, address: wallet.address })
  await row('an unlocked vesting is redeemed', async () => {
    assert.equal(response.status, 200, JSON.stringify(response.body))
    await send(response.body.cbor)
    await makeBlocks()
  })
  await row('get-by-redeemer has it no longer', async () => {
    assert.deepEqual(
      (await ofLock()).map(({ id }: { id: string }) => id),
      stages.slice(1).map(({ id }) => id),
    )
  })
}

export const workflow = (whileFull: (response: ReceivedResponse) => void): Section => ({
  name: 'workflow',
  rows: 63,
  async judge(row, world) {
    const { get, post, tell, order, send, makeBlocks, pool, wallet, url } = world
    const feed = await openFeed(url)
    for (const topic of [...LISTS, ...COMPLETED]) await feed.subscribe(topic, topic)
    await feed.subscribe('UserHistoryByAddress', 'UserHistoryByAddress', { address: wallet.address })
    const asset = await judgeLaunch(row, world, feed)
    const market = marketOf(row, world, asset, feed)

    await market.trade({ name: 'curve BUY', side: 'BUY', amount: '100000000' })
    await market.trade({
      name: 'curve BUY_WITH_OUTPUT, signed and then submitted',
      side: 'BUY_WITH_OUTPUT',
      amount: '5000000',
      inOne: false,
    })
    await market.trade({ name: 'curve SELL', side: 'SELL', amount: '2000000' })
    const utxos = wallet.getUtxos(await world.outputs())
    await market.trade({ name: 'curve BUY with CIP-30 outputs', side: 'BUY', amount: '50000000', utxos })
    await row('frames of LiveOrdersFeed, PoolFeed and bars come of the trades', () => {
      for (const requestId of ['LiveOrdersFeed', 'PoolFeed', 'bars'])
        assert.ok(feed.frames.filter((frame) => frame.requestId === requestId).length > 1, requestId)
    })
    await row(
      'the volume of the bars and of the snapshot is that of the orders and the first purchase',
      async () => {
        const { metrics } = await pool(asset)
        const history = await get('/v1/charts/history', {
          base: asset,
          quote: '.',
          resolution: 'min1',
          from: 0,
          to: 4_000_000_000,
        })
        const bars = history.reduce((sum: bigint, { volume }: { volume: string }) => sum + BigInt(volume), 0n)
        assert.deepEqual(
          [metrics.totalTxCount, BigInt(metrics.totalVolumeAda), bars],
          [5, DEPOSIT + market.volume(), DEPOSIT + market.volume()],
        )
      },
    )
    await market.trade({ name: 'curve BUY of 5,000 ADA', side: 'BUY', amount: '5000000000' })

    const full = (await pool(asset)).pool
    // The amount, including the fee, that completes the curve.
    const rest = ((BigInt(full.adaCapThreshold) - BigInt(full.x.amount)) * 100n) / 99n + 2n
    await send((await post('/order', order({ assetId: asset, amount: `${rest}`, slippage: '75' }))).cbor)
    await makeBlocks(2)
    whileFull(await tell('/order', order({ assetId: asset })))
    await makeBlocks(3)
    const graduated = await pool(asset)
    await row('the pool graduates: it has a cpmmPoolId', () =>
      assert.notEqual(graduated.pool.cpmmPoolId, null),
    )
    await row('frames of the completed lists have the graduated pool', async () => {
      for (const list of COMPLETED)
        await feed.next(list, ({ requestId, data }) => requestId === list && data?.info?.asset === asset)
    })
    await row('it is in the completed lists and in no other', async () => {
      for (const filter of [...LISTS, ...COMPLETED]) {
        const pools = await get('/v1/pools-main-page/initial/state', { filter })
        const isListed = pools.some(({ info }: { info: { asset: string } }) => info.asset === asset)
        assert.equal(isListed, COMPLETED.includes(filter), filter)
      }
    })
    await market.trade({ name: 'AMM BUY', side: 'BUY', amount: '100000000' })
    await market.trade({ name: 'AMM BUY_WITH_OUTPUT', side: 'BUY_WITH_OUTPUT', amount: '500000' })
    await market.trade({ name: 'AMM SELL', side: 'SELL', amount: '400000' })
    await market.trade({ name: 'AMM BUY of 6,000 ADA', side: 'BUY', amount: '6000000000' })
    await judgeCancel(row, world, asset, feed)
    await judgeLock(row, world, asset)
    feed.close()
  },
})
