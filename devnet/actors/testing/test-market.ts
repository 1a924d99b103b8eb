// A devnet after its first block that already has the pool and the orders of a test. Each transaction that an actor plans is completed,
// validated and put into its own block.
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
import { ADA, type AssetId, assetId, type OutputReference } from '../../../schema/primitives.ts'
import { Chain } from '../../chain/chain.ts'
import { contract, contractAddress, devnetTokenPolicy, POOL_STAKE } from '../../contracts/contracts.ts'
import { genesis, openingTransactions } from '../../genesis.ts'
import { FIXED_FEE, NETWORK_FEE, TIERS } from '../../launchpad.ts'
import { Ledger } from '../../ledger/ledger.ts'
import { type LedgerOutput, type LedgerUtxo, makeUtxo } from '../../ledger/output.ts'
import { decodeTransaction, type LedgerTransaction } from '../../ledger/transaction.ts'
import { fillAmm } from '../fill-amm.ts'
import { fillCurve } from '../fill-curve.ts'
import { type Amm, type Curve, type Market, readMarket } from '../market.ts'
import { DEPLOYER, EXECUTOR, ROYALTY, TRADERS } from '../people.ts'
import { coinsAt } from '../wallet/coins.ts'
import { completeTransaction, type Plan } from '../wallet/plan.ts'

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

export const curveOutput = (lovelace: bigint, tokens: bigint, pool: CurvePool): Output => ({
  address: contractAddress('curve-pool', POOL_STAKE),
  lovelace,
  assets: [
    { asset: pool.nft, quantity: 1n },
    { asset: pool.token, quantity: tokens },
  ],
  datum: encodeCurvePool(pool, 'definite'),
})

/** Sold exactly at the curve's price. */
export const curveUtxo = (sold: bigint): LedgerUtxo =>
  makeUtxo(somewhere('curve'), curveOutput(SEED + lovelaceToBuy(POOL, 0n, sold), EMISSION - sold, POOL))

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
}

const OWNER = TRADERS[0] ?? assert.fail()

const COSTS = NETWORK_FEE + FIXED_FEE

export const orderUtxo = (name: string, wish: Wish): LedgerUtxo => {
  const { kind = 'instant', side = 'buy', amount } = wish
  const worst = wish.worst ?? { numerator: 1n, denominator: amount }
  const [input, output] = side === 'buy' ? [ADA, TOKEN] : [TOKEN, ADA]
  const { lovelace, tokens } = orderValue(side === 'buy', amount, COSTS, ORDER_DEPOSIT)
  const instant: InstantOrder = {
    redeemerAddress: OWNER.plutusAddress,
    input,
    output,
    basePrice: worst,
    fee: COSTS,
    minUtxo: ORDER_DEPOSIT,
    permittedExecutor: EXECUTOR.key.hash,
    cancellationAfter: 1_800_000_000_000n,
    cancellationPkh: OWNER.key.hash,
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
    redeemerAddress: OWNER.plutusAddress,
    cancellationPkh: OWNER.key.hash,
    permittedExecutors: [EXECUTOR.key.hash],
  }
  return makeUtxo(somewhere(name), {
    address: contractAddress(kind === 'instant' ? 'instant-order' : 'limit-order', OWNER.plutusAddress.stake),
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

const START = Date.UTC(2026, 5, 1)

const ledgerOf = (utxo: Iterable<LedgerUtxo>, clock: () => number): Ledger =>
  new Ledger({ chain: new Chain(), start: START, clock, utxo, accounts: genesis.accounts })

const OPENED: readonly LedgerUtxo[] = (() => {
  const ledger = ledgerOf(genesis.utxo, () => START)
  for (const transaction of openingTransactions) ledger.submit(transaction)
  ledger.makeBlock()
  return [...ledger.utxo.values()]
})()

export class TestMarket {
  readonly ledger: Ledger
  #slot = 1

  constructor(...utxos: readonly LedgerUtxo[]) {
    this.ledger = ledgerOf([...OPENED, ...utxos], () => START + this.#slot * 1000)
  }

  get market(): Market {
    return readMarket(this.ledger)
  }

  /** @returns the transaction from the block that was made */
  send(plan: Plan | undefined): LedgerTransaction {
    assert.ok(plan !== undefined, 'nothing was planned')
    const cbor = completeTransaction(plan, this.ledger)
    const submission = this.ledger.submit(cbor)
    assert.ok('id' in submission, JSON.stringify(submission))
    this.ledger.makeBlock()
    assert.equal(this.ledger.mempool.length, 0)
    this.#slot += 1
    return decodeTransaction(cbor)
  }

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
