// A devnet that already has the pool and the orders of a test.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Output } from '../../../api/builder/transaction/utxo.ts'
import type { Ratio } from '../../../schema/codecs/ratio.ts'
import { EMISSION, lovelaceToBuy, SEED } from '../../../schema/launchpad/curve.ts'
import { type CurvePool, encodeCurvePool } from '../../../schema/launchpad/datums/curve-pool.ts'
import { encodeInstantOrder, type InstantOrder } from '../../../schema/launchpad/datums/instant-order.ts'
import {
  encodeLimitOrder,
  type LimitOrder,
  minMarginalOutput,
} from '../../../schema/launchpad/datums/limit-order.ts'
import { encodeRoyaltyPool, type RoyaltyPool } from '../../../schema/launchpad/datums/royalty-pool.ts'
import { lpTokenName, poolNftName } from '../../../schema/launchpad/derivations.ts'
import { NEW_AMM_POOL } from '../../../schema/launchpad/graduation.ts'
import { ORDER_DEPOSIT, orderValue } from '../../../schema/launchpad/order-value.ts'
import { ADA, type AssetId, assetId, type Hex, type OutputReference } from '../../../schema/primitives.ts'
import { contract, contractAddress, devnetTokenPolicy, POOL_STAKE } from '../../contracts/contracts.ts'
import { FIXED_FEE, NETWORK_FEE, TIERS } from '../../launchpad.ts'
import type { LedgerOutput, LedgerUtxo } from '../../ledger/output.ts'
import { ledgerOutput, makeUtxo } from '../../ledger/output.ts'
import type { LedgerTransaction } from '../../ledger/transaction.ts'
import { fillAmm } from '../fill-amm.ts'
import { fillCurve } from '../fill-curve.ts'
import type { Amm, Curve } from '../market.ts'
import { DEPLOYER, EXECUTOR, ROYALTY, TRADERS } from '../people.ts'
import type { Account } from '../wallet/account.ts'
import { coinsAt } from '../wallet/coins.ts'
import { TestDevnet } from './test-devnet.ts'

/** Sorts at a random index among a transaction's inputs. */
export const somewhere = (name: string): OutputReference => ({
  transaction: createHash('sha256').update(name).digest('hex'),
  index: 0,
})

const seed = somewhere('launch')

const LP_TOKENS = 9_223_372_034_000_000_000n

export const TOKEN: AssetId = assetId(devnetTokenPolicy(seed).policy, Buffer.from('Cat').toString('hex'))

export const POOL: CurvePool = {
  ...TIERS.default,
  nft: assetId(contract('pool-nft').hash, poolNftName(seed)),
  token: TOKEN,
  permittedExecutor: EXECUTOR.key.hash,
  adminWitness: contract('deployer-witness').hash,
  factoryWitness: contract('deployer-witness').hash,
}

export const curveOutput = (lovelace: bigint, tokens: bigint, pool: CurvePool = POOL): Output => ({
  address: contractAddress('curve-pool', POOL_STAKE),
  lovelace,
  assets: [
    { asset: pool.nft, quantity: 1n },
    { asset: pool.token, quantity: tokens },
  ],
  datum: encodeCurvePool(pool, 'definite'),
})

/** Sold exactly at the curve's price, except for the excess lovelace `dust`. */
export const curveUtxo = (sold: bigint, dust = 0n, pool: CurvePool = POOL): LedgerUtxo =>
  makeUtxo(
    somewhere('curve'),
    curveOutput(SEED + lovelaceToBuy(pool, 0n, sold) + dust, EMISSION - sold, pool),
  )

/** As after a graduation, except for amounts and NFT names. */
export const AMM_POOL: RoyaltyPool = {
  nft: assetId(contract('amm-pool-nft').hash, poolNftName(seed)),
  assetX: ADA,
  assetY: TOKEN,
  lpToken: assetId(contract('lp-token').hash, lpTokenName(seed, LP_TOKENS)),
  ...NEW_AMM_POOL,
  daoPolicy: [POOL_STAKE],
  treasuryAddress: contract('deployer-witness').hash,
  royaltyPubKey: ROYALTY.publicKey,
}

/** The amounts include fees. */
export const ammOutput = (pool: RoyaltyPool, lovelace: bigint, tokens: bigint): Output => ({
  address: contractAddress('royalty-pool', POOL_STAKE),
  lovelace,
  assets: [
    { asset: pool.nft, quantity: 1n },
    { asset: pool.lpToken, quantity: LP_TOKENS },
    { asset: pool.assetY, quantity: tokens },
  ],
  datum: encodeRoyaltyPool(pool, 'indefinite'),
})

export interface Wish {
  readonly kind?: 'instant' | 'limit'
  readonly side?: 'buy' | 'sell'
  readonly amount: bigint
  /** Per input. Defaults to the smallest amount above zero. */
  readonly worst?: Ratio
  readonly owner?: Account
}

export const OWNER: Account = TRADERS[0] ?? assert.fail()

const COSTS = NETWORK_FEE + FIXED_FEE

export const orderUtxo = (name: string, wish: Wish): LedgerUtxo => {
  const { kind = 'instant', side = 'buy', amount, owner = OWNER } = wish
  const worst = wish.worst ?? { numerator: 1n, denominator: amount }
  const [input, output] = side === 'buy' ? [ADA, TOKEN] : [TOKEN, ADA]
  const { lovelace, tokens } = orderValue(side === 'buy', amount, COSTS, ORDER_DEPOSIT)
  const instant: InstantOrder = {
    redeemerAddress: owner.plutusAddress,
    input,
    output,
    basePrice: worst,
    fee: COSTS,
    minUtxo: ORDER_DEPOSIT,
    permittedExecutor: EXECUTOR.key.hash,
    cancellationAfter: 1_800_000_000_000n,
    cancellationPkh: owner.key.hash,
  }
  const limit: LimitOrder = {
    beacon: 'be'.repeat(28),
    input,
    tradableInput: amount,
    costPerExStep: NETWORK_FEE,
    minMarginalOutput: minMarginalOutput(worst, amount),
    output,
    basePrice: worst,
    fee: FIXED_FEE,
    redeemerAddress: owner.plutusAddress,
    cancellationPkh: owner.key.hash,
    permittedExecutors: [EXECUTOR.key.hash],
  }
  return makeUtxo(somewhere(name), {
    address: contractAddress(kind === 'instant' ? 'instant-order' : 'limit-order', owner.plutusAddress.stake),
    lovelace,
    assets: tokens === 0n ? [] : [{ asset: TOKEN, quantity: tokens }],
    datum: kind === 'instant' ? encodeInstantOrder(instant, 'definite') : encodeLimitOrder(limit, 'definite'),
  })
}

/** The output with the index of the input `reference`. */
export const answerTo = (
  { inputs, outputs }: LedgerTransaction,
  { transaction }: OutputReference,
): LedgerOutput =>
  outputs[inputs.findIndex((input) => input.transaction === transaction)] ?? assert.fail('it is not answered')

export const plain = (address: Hex, lovelace: bigint, tokens = 0n): LedgerOutput =>
  ledgerOutput({
    address,
    lovelace,
    ...(tokens === 0n ? {} : { assets: [{ asset: TOKEN, quantity: tokens }] }),
  })

export class TestMarket extends TestDevnet {
  get collateral(): LedgerUtxo {
    return coinsAt(this.ledger, EXECUTOR.address).collateral ?? assert.fail()
  }
  get deployerCollateral(): LedgerUtxo {
    return coinsAt(this.ledger, DEPLOYER.address).collateral ?? assert.fail()
  }

  get coins(): readonly LedgerUtxo[] {
    return coinsAt(this.ledger, EXECUTOR.address).utxos
  }

  get curve(): Curve {
    return this.market.curves.get(TOKEN) ?? assert.fail('there is no curve')
  }

  get amm(): Amm {
    return this.market.amms.get(TOKEN) ?? assert.fail('there is no AMM pool')
  }

  fillCurve(): LedgerTransaction {
    return this.send(fillCurve(this.curve, this.market.orders, this.collateral, this.coins))
  }

  fillAmm(): LedgerTransaction {
    return this.send(fillAmm(this.amm, this.market.orders, this.collateral, this.coins))
  }
}
