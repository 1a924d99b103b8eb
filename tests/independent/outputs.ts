// Unspent outputs of up to 200 payment keys: every page, oldest first.
import assert from 'node:assert/strict'
import { formatAddress } from '../../schema/codecs/address.ts'
import { byText, type Comparison, post } from './comparison.ts'

const MOST_KEYS = 200

/** Does not divide the number of outputs of most wallets. */
const PAGE = 7

export const outputsComparison: Comparison = {
  name: 'unspent outputs of every key',
  async check(services, { ledger, networkId }) {
    const wallets = ledger.unspentByKey(networkId)
    assert.ok(wallets.size > 30, `${wallets.size} keys`)
    for (const pkh of [...wallets.keys()].sort(byText).slice(0, MOST_KEYS)) {
      const expected = (wallets.get(pkh) ?? []).map(({ reference, address, lovelace, assets }) => {
        const [txHash = '', index] = reference.split('#')
        return {
          txHash,
          index: Number(index),
          address: formatAddress(address),
          value: [
            { unit: 'lovelace', amount: `${lovelace}` },
            ...[...assets]
              .sort(([a], [b]) => byText(a, b))
              .map(([unit, amount]) => ({ unit, amount: `${amount}` })),
          ],
        }
      })
      assert.deepEqual(
        await post(services, '/getUtxos', { pkh, limit: 1_000 }),
        expected.slice(0, 1_000),
        pkh,
      )
      const offset = Math.max(0, Math.min(expected.length, 1_000) - PAGE)
      const page = await post(services, '/getUtxos', { pkh, offset, limit: PAGE })
      assert.deepEqual(page, expected.slice(offset, offset + PAGE), `${pkh} from ${offset}`)
    }
  },
}
