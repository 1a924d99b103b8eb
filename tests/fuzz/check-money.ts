// Checks the money of launched tokens. All unspent units must belong to holders, or be in the token's pool, in open orders, or in other
// outputs at the launchpad's contracts.
import { isAt } from '../hostile/raw-ledger.ts'
import { reserveScripts } from '../independent/plain-pools.ts'
import { quantityOf } from './check-supply.ts'
import { Finding } from './finding.ts'
import { type Folded, rowsOf } from './folded.ts'

interface TokenRow {
  readonly token: string
  readonly tokens: bigint
  readonly offered: bigint
  readonly held: string
}

const TOKENS = `SELECT token, CASE venue WHEN 'closed' THEN 0 ELSE tokens END AS tokens,
  (SELECT coalesce(sum(from_amount), 0) FROM orders WHERE token = pools.token AND side = 'sell' AND status = 'open') AS offered,
  (SELECT coalesce(group_concat(hex(quantity)), '') FROM holders WHERE pool = pools.id) AS held
  FROM pools WHERE NOT adopted`

export const checkMoney = (folded: Folded): void => {
  const { ledger, operations } = folded
  const contracts = reserveScripts(operations)
  const [units, locked] = [new Map<string, bigint>(), new Map<string, bigint>()]
  for (const output of ledger.unspent.values())
    for (const [asset, quantity] of output.assets)
      for (const sums of isAt(contracts, output) ? [units, locked] : [units])
        sums.set(asset, (sums.get(asset) ?? 0n) + quantity)
  for (const { token, tokens, offered, held } of rowsOf<TokenRow>(folded, TOKENS)) {
    const supply = units.get(token) ?? 0n
    // The earlier holders of units from before the chain are unknown.
    if (supply !== (ledger.minted.get(token) ?? 0n)) continue
    const inContracts = locked.get(token) ?? 0n
    const holdings = held === '' ? 0n : held.split(',').reduce((sum, each) => sum + quantityOf(each), 0n)
    if (holdings + inContracts !== supply || tokens + offered > inContracts)
      throw new Finding(
        'holders, pools and orders have the whole supply',
        `of ${supply} ${token} holders have ${holdings}, contracts ${inContracts}: its pool ${tokens}, orders ${offered}`,
      )
  }
}
