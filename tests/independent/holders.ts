// Holders of all tokens with their numbers, and the records of the tokens' creators. Holders own unspent outputs that are not at scripts of
// pools or orders.
import assert from 'node:assert/strict'
import { formatAddress, parseAddress } from '../../schema/codecs/address.ts'
import { isAt } from '../hostile/raw-ledger.ts'
import { byText, type Comparison, get, grouped, type Recorded } from './comparison.ts'
import { amountsOf, filledOrders } from './orders.ts'
import { reserveScripts } from './plain-pools.ts'
import { foldPools } from './pool-fold.ts'

const PAGE = 101

export const heldBy = ({ ledger, operations }: Recorded): Map<string, Map<string, bigint>> => {
  const scripts = reserveScripts(operations)
  const tokens = new Map<string, Map<string, bigint>>()
  for (const output of ledger.unspent.values()) {
    if (isAt(scripts, output)) continue
    for (const [asset, quantity] of output.assets) {
      const holders = tokens.get(asset) ?? new Map<string, bigint>()
      tokens.set(asset, holders)
      const text = formatAddress(output.address)
      holders.set(text, (holders.get(text) ?? 0n) + quantity)
    }
  }
  return tokens
}

const recordsOf = (recorded: Recorded) => {
  const byAuthor = grouped(foldPools(recorded).values(), ({ author }) => author.pkh)
  const filled = grouped(filledOrders(recorded), ({ key, token }) => `${key} ${token}`)
  return (asset: string, pkh: string) => {
    const launched = byAuthor.get(pkh) ?? []
    return {
      launched: launched.length,
      graduated: launched.filter(({ now }) => !now.isCurve).length,
      ...amountsOf(filled.get(`${pkh} ${asset}`) ?? []),
    }
  }
}

export const holdersComparison: Comparison = {
  name: 'holders and counts of all tokens, and records of their creators',
  async check(services, recorded) {
    const tokens = [...foldPools(recorded).values()]
    assert.ok(tokens.length > (recorded.isRich ? 20 : 0), `${tokens.length} tokens`)
    const held = heldBy(recorded)
    const recordOf = recordsOf(recorded)
    const records: ReturnType<typeof recordOf>[] = []
    let locks = 0
    for (const { token: asset, author } of tokens) {
      const all = [...(held.get(asset) ?? [])]
        .map(([address, quantity]) => ({ address, quantity }))
        .sort((a, b) =>
          a.quantity === b.quantity ? byText(a.address, b.address) : a.quantity < b.quantity ? 1 : -1,
        )
        .map(({ address, quantity }) => ({ address, quantity: `${quantity}` }))
      const ofDeveloper = [...(held.get(asset) ?? [])].filter(
        ([address]) =>
          /^[0246]/.test(parseAddress(address)) && parseAddress(address).slice(2, 58) === author.pkh,
      )
      const dev = {
        address: formatAddress(`0${recorded.networkId}${author.pkh}${author.skh}`),
        quantity: `${ofDeveloper.reduce((total, [, quantity]) => total + quantity, 0n)}`,
      }
      const record = recordOf(asset, author.pkh)
      assert.deepEqual(await get(services, '/balances/v1/pool/creator', { assetId: asset }), record, asset)
      records.push(record)
      locks += all.filter(
        ({ address }) => address.startsWith('addr_test1x') || address.startsWith('addr_test1z'),
      ).length
      for (let offset = 0; offset <= all.length; offset += PAGE)
        assert.deepEqual(
          await get(services, '/balances/v1/pool/holders', { assetId: asset, limit: PAGE, offset }),
          { holders: all.slice(offset, offset + PAGE), dev, count: all.length },
          `${asset} from ${offset}`,
        )
      // Two pages that are smaller than the list, one from each end.
      for (const offset of [1, all.length - 2])
        if (offset > 0) {
          const page = await get(services, '/balances/v1/pool/holders', { assetId: asset, limit: 2, offset })
          assert.deepEqual(page.holders, all.slice(offset, offset + 2), `${asset} from ${offset}`)
        }
    }
    if (!recorded.isRich) return
    assert.ok(locks > 0, 'no lock is among the holders')
    const count = (holds: (record: (typeof records)[number]) => boolean): number =>
      records.filter(holds).length
    assert.ok(count(({ launched }) => launched > 1) > 0, 'a creator of several tokens')
    assert.ok(count(({ graduated }) => graduated > 0) > 0, 'a creator whose token graduated')
    assert.ok(count(({ soldTokens }) => soldTokens !== '0') > 0, 'a creator who sold')
  },
}
