// Payments: tokens and lovelace between people, money from the faucet, and many small coins combined into one.
import type { Output } from '../../api/builder/transaction/utxo.ts'
import { lovelaceIn } from '../../api/builder/transaction/utxo.ts'
import type { AssetAmount } from '../../schema/primitives.ts'
import type { Account } from './wallet/account.ts'
import { COLLATERAL, type Coins } from './wallet/coins.ts'
import { type Plan, planFor } from './wallet/plan.ts'

const LOVELACE_WITH_TOKENS = 2_000_000n

/** A token is sent with the minimum lovelace. */
export const pay = (
  from: Account,
  coins: Coins,
  to: Account,
  what: { readonly lovelace: bigint } | AssetAmount,
): Plan =>
  payAll(from, coins, [
    {
      address: to.address,
      ...('asset' in what ? { lovelace: LOVELACE_WITH_TOKENS, assets: [what] } : { lovelace: what.lovelace }),
    },
  ])

export const payAll = (from: Account, coins: Coins, outputs: readonly Output[]): Plan =>
  planFor(from, coins, { outputs })

const MOST_SWEPT = 40

/** Coins with less lovelace in total are not worth a transaction. */
const WORTHWHILE = 6_000_000n

/** Leaves the collateral, and makes it if it is missing. Undefined if there is too little lovelace. */
export const tidy = (owner: Account, coins: Coins): Plan | undefined => {
  const swept = coins.utxos.slice(0, MOST_SWEPT)
  const outputs = coins.collateral === undefined ? [{ address: owner.address, lovelace: COLLATERAL }] : []
  if (lovelaceIn(swept) < WORTHWHILE + (outputs[0]?.lovelace ?? 0n)) return undefined
  return { ...planFor(owner, coins, { spend: swept.map((utxo) => ({ utxo })), outputs }), coins: [] }
}
