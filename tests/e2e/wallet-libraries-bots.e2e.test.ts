// Ten bots trade at the same time for two hundred blocks with forks. Each bot's wallet is of an unchanged library that uses only the
// service. The bots sign and submit transactions of the service, and place orders that their library built.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { libraryWallet } from '../bots/bot-wallet.ts'
import { tradeForBlocks } from '../bots/trading.ts'
import { besideLibrary, libraries, namedWords, openWallet } from '../libraries/library-wallet.ts'

/** `scripts/try-libraries.sh` installs the libraries here. */
const { LIBRARIES: folder = '' } = process.env

test('ten bots of five libraries at once for 200 blocks: no order is lost or doubled', {
  skip: folder === '' && 'they are not installed: run scripts/try-libraries.sh',
}, async (t) => {
  const { built, sent } = await tradeForBlocks(t, async ({ url }, seed) => {
    const wallets = await Promise.all(
      [...libraries, ...libraries].map((library, n) =>
        openWallet(besideLibrary(folder, library), { url, ...namedWords(`bot ${n} ${seed}`) }),
      ),
    )
    t.after(() => {
      for (const wallet of wallets) wallet.close()
    })
    return wallets.map(libraryWallet)
  })
  assert.ok(built > 20, `${built} orders`)
  for (const transactions of sent) assert.ok(transactions > 0)
})
