// Locks tokens at the vesting script: in stages, in the launchpad's form, or with an altered datum or value. Locks are later redeemed,
// sometimes too early, or their tokens are locked again.

import { fakeHash } from '../../devnet/chain/build-transaction.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import type { AssetAmount, Hex } from '../../schema/primitives.ts'
import { alterDatum } from './alter-datum.ts'
import { type BlockMaker, WALLETS } from './block-maker.ts'
import type { Output } from './coin.ts'
import { amountOfAnySize, oddInteger } from './odd-values.ts'
import { redeemerOf } from './orders.ts'

const DEADLINE = 1_782_137_725_379n
const LOVELACE = 2_000_000n

const lockDatum = (maker: BlockMaker): Hex => {
  const { random } = maker
  const lockedUntil = DEADLINE + BigInt(random.integer(0, 5)) * 86_400_000n
  const redeemerVkh = fakeHash(`key ${random.integer(0, WALLETS - 1)}`, 28)
  return encodeVestingLock({ lockedUntil, redeemerVkh }, random.chance(0.5) ? 'definite' : 'indefinite')
}

const lockOutput = (
  maker: BlockMaker,
  held: readonly AssetAmount[],
  isAltered: boolean,
  quantity: () => bigint,
): Output => {
  const { random, contracts } = maker
  const address = maker.script(contracts.operations.vesting.scriptHash)
  const some = held.filter(() => random.chance(0.3)).slice(0, 3)
  const own = random.pick(held)
  const token = own && { asset: own.asset, quantity: quantity() }
  const honest = {
    address,
    lovelace: LOVELACE,
    assets: token === undefined ? [] : [token],
    datum: lockDatum(maker),
  }
  if (!isAltered) return honest
  switch (random.integer(0, 4)) {
    case 0:
      return { ...honest, datum: alterDatum(random, honest.datum, 1) }
    case 1:
      return { ...honest, assets: some }
    case 2:
      return {
        ...honest,
        assets: own === undefined ? [] : [{ ...own, quantity: amountOfAnySize(random, 64) }],
      }
    case 3: {
      const lockedUntil = oddInteger(random, DEADLINE)
      return {
        ...honest,
        datum: encodeVestingLock({ lockedUntil, redeemerVkh: fakeHash('key 0', 28) }, 'definite'),
      }
    }
    default:
      return { ...honest, assets: [] }
  }
}

/** Makes up to ten stages or, if given, `stages` stages of one token each. */
export const lockTokens = (maker: BlockMaker, isAltered: boolean, stages?: number): void => {
  const { random } = maker
  const holder = maker.take(
    ({ place, output: { assets } }) =>
      place === 'wallet' && assets.length > 0 && assets.every(({ quantity }) => quantity >= (stages ?? 0)),
  )
  const payer = maker.takeWallet()
  if (holder === undefined || payer === undefined) {
    maker.putBack(holder, payer)
    return
  }
  const outputs = Array.from({ length: stages ?? random.pick([1, 1, 2, 3, 10]) ?? 1 }, () =>
    lockOutput(maker, holder.output.assets, isAltered && random.chance(0.8), () =>
      stages === undefined ? amountOfAnySize(random, 29) : 1n,
    ),
  )
  maker.transact({ spend: [{ coin: holder }, { coin: payer }], outputs })
}

/** The tokens go to a wallet, or into another lock with any deadline. */
export const spendLock = (maker: BlockMaker, isAltered: boolean): void => {
  const { random } = maker
  const lock = maker.take(({ place }) => place === 'lock')
  const payer = maker.takeWallet()
  if (lock === undefined || payer === undefined) {
    maker.putBack(lock, payer)
    return
  }
  const { lovelace, assets } = lock.output
  const answer = random.chance(0.3)
    ? { ...lock.output, datum: isAltered ? alterDatum(random, lock.output.datum, 1) : lockDatum(maker) }
    : maker.pay(lovelace, assets)
  const redeemer = isAltered ? redeemerOf(maker) : '00'
  maker.transact({
    spend: [{ coin: lock, answer, ...(redeemer === undefined ? undefined : { redeemer }) }, { coin: payer }],
  })
}
