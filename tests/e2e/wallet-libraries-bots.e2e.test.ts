// Ten bots with unchanged wallet libraries, which use only the service. They sign the service's transactions, and place orders that the
// libraries built.
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
