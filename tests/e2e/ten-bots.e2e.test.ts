// Ten bots trade at the same time for two hundred blocks with forks, using only HTTP.
import { test } from 'node:test'
import { askerOf } from '../bots/bot.ts'
import { serviceWallet } from '../bots/bot-wallet.ts'
import { tradeForBlocks } from '../bots/trading.ts'

test('ten bots at once for 200 blocks: no order is lost or doubled', async (t) => {
  await tradeForBlocks(t, async (requests) =>
    Array.from({ length: 10 }, (_, n) => serviceWallet(`bot ${n}`, askerOf(requests))),
  )
})
