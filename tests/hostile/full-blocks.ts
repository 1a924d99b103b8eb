// Blocks filled to the ledger's limit. Each block has one kind of content that costs a fold time, such as outputs, inputs, orders, trades,
// locks or launches. The block spends only outputs of the previous full block, so the chain's other coins stay unspent.

import { fakeHash } from '../../devnet/chain/build-transaction.ts'
import type { AssetAmount, Hex } from '../../schema/primitives.ts'
import { assetId } from '../../schema/primitives.ts'
import { executeBatch } from './batches.ts'
import { type BlockMaker, MIN_UTXO } from './block-maker.ts'
import type { Coin, Output } from './coin.ts'
import { launch, mintNft } from './launches.ts'
import { lockTokens, spendLock } from './locks.ts'
import { cancelOrder, placeOrders } from './orders.ts'
import { impersonate, litter } from './pool-moves.ts'

/** Maximum bytes of a block's body. A transaction of 16,384 bytes has at most this many outputs or inputs. */
export const BODY_BYTES = 90_112
const OUTPUTS_OF_A_TRANSACTION = 430
const INPUTS_OF_A_TRANSACTION = 300

/** These fit into a value of 5,000 bytes, with names of up to two bytes. */
const ASSETS_OF_A_VALUE = 1_300

const ADDRESSES_PAID = 400

/** After so many failing transactions in a row, a block counts as full. */
const MOST_IDLE = 20

export interface Filling {
  readonly act: (maker: BlockMaker, isAltered: boolean) => void
  /** A preparing block need not be full. */
  readonly most?: number
}

const keyOnly = (name: string): Hex => `61${fakeHash(name, 28)}`

const payMany = (maker: BlockMaker): void => {
  const coin = maker.takeWallet()
  if (coin === undefined) return
  const outputs = Array.from({ length: OUTPUTS_OF_A_TRANSACTION }, (_, at) => ({
    address: keyOnly(`one of many ${at % 50}`),
    lovelace: MIN_UTXO,
    assets: [],
  }))
  maker.transact({ spend: [{ coin }], outputs })
}

const gather = (maker: BlockMaker): void => {
  const coins: Coin[] = []
  while (coins.length < INPUTS_OF_A_TRANSACTION) {
    const coin = maker.take(({ place }) => place === 'wallet')
    if (coin === undefined) break
    coins.push(coin)
  }
  if (coins.length > 1) maker.transact({ spend: coins.map((coin) => ({ coin })) })
  else maker.putBack(...coins)
}

const payAddressesOfKey = (maker: BlockMaker): void => {
  const sums = new Map<string, bigint>()
  const coins: Coin[] = []
  const isRich = ({ place, output: { assets } }: Coin): boolean =>
    place === 'wallet' && assets.every(({ quantity }) => quantity > 1n)
  for (let coin = maker.take(isRich); coin !== undefined; coin = maker.take(isRich)) {
    coins.push(coin)
    for (const { asset, quantity } of coin.output.assets) sums.set(asset, (sums.get(asset) ?? 0n) + quantity)
  }
  const assets: AssetAmount[] = maker.tokens
    .filter((token) => (sums.get(token) ?? 0n) > 2n * BigInt(ADDRESSES_PAID))
    .map((asset) => ({ asset, quantity: 1n }))
  const salt = maker.random.integer(0, 2 ** 32)
  const outputs = Array.from(
    { length: ADDRESSES_PAID },
    (_, at): Output => ({
      address: `01${fakeHash('key of many', 28)}${fakeHash(`${salt} ${at}`, 28)}`,
      lovelace: MIN_UTXO,
      assets,
    }),
  )
  maker.transact({ spend: coins.map((coin) => ({ coin })), outputs })
}

const payLargeValue = (maker: BlockMaker): void => {
  const coin = maker.takeWallet()
  if (coin === undefined) return
  const policy = fakeHash(`policy of ${coin.reference.transaction}`, 28)
  const mint = Array.from({ length: ASSETS_OF_A_VALUE }, (_, at) => ({
    asset: assetId(policy, at === 0 ? '' : at.toString(16).padStart(at < 256 ? 2 : 4, '0')),
    quantity: 1n,
  }))
  maker.transact({ spend: [{ coin }], outputs: [maker.pay(MIN_UTXO, mint)], mint })
}

const once = (act: Filling['act'], most = 1): Filling => ({ act, most })
const full = (act: Filling['act']): Filling => ({ act })
const placing = full((maker, isAltered) => placeOrders(maker, isAltered, 40))

export const FILLINGS: readonly (readonly Filling[])[] = [
  [full(payMany), full(payMany), full(gather)],
  [once(launch), placing, placing, full(cancelOrder)],
  [
    once(launch),
    placing,
    placing,
    placing,
    full((maker, isAltered) => executeBatch(maker, 1, isAltered, 90)),
  ],
  [once(launch, 5), placing, placing, full((maker) => executeBatch(maker, 0, false, 90))],
  [once(launch, 5), full((maker, isAltered) => lockTokens(maker, isAltered, 80)), full(spendLock)],
  [full(launch), full(mintNft), full(impersonate)],
  [full(payLargeValue), full(gather)],
  [full(litter), full(litter)],
  [...Array(5).fill(full(launch)), ...Array(4).fill(once(payAddressesOfKey)), full(gather)],
]

export const fillBlock = (maker: BlockMaker, { act, most = Number.POSITIVE_INFINITY }: Filling): void => {
  const { transactions } = maker
  for (let idle = 0; idle < MOST_IDLE && maker.bytes < BODY_BYTES && transactions.length < most; ) {
    const before = transactions.length
    act(maker, maker.random.chance(0.2))
    idle = transactions.length > before ? 0 : idle + 1
  }
}
