// The devnet's launchpad: its terms for the actors, and the three config documents of a service. The documents in
// schema/config/networks/devnet are generated from this file, so they agree with the actors' terms.
import { termsOf } from '../api/builder/terms.ts'
import { formatAddress } from '../schema/codecs/address.ts'
import type { Configs, OperationsConfig } from '../schema/config/config.ts'
import { A_DENOMINATOR, B_DENOMINATOR, EMISSION, SEED } from '../schema/launchpad/curve.ts'
import { basisPointsOf } from '../schema/launchpad/fees.ts'
import type { Tier } from '../schema/launchpad/tier.ts'
import type { OutputReference } from '../schema/primitives.ts'
import { EXECUTOR, FEES, METADATA, ROYALTY } from './actors/people.ts'
import type { DeployedName } from './contracts/contract-names.ts'
import { contract } from './contracts/contracts.ts'
import { contractReference } from './genesis.ts'

/** In percent of the ADA side, and in basis points. */
const PERCENT_FEE = 1
export const BASIS_POINTS = basisPointsOf(PERCENT_FEE)

/** Lovelace: the order's share of the batch's network fee, and the protocol's fixed fee. */
export const NETWORK_FEE = 600_000n
export const FIXED_FEE = 500_000n

/** Lovelace. */
export const MIN_TRADE = 1_000_000n

const LAUNCH_FEES = { launchFee: 500_000n, minDepositFee: 1_000_000n, basisPoints: BASIS_POINTS }

/** Lovelace that a graduation removes from the pool. */
export const GRADUATION_COST = 210_000_000n

/** Mainnet's coefficients. */
export const TIERS = {
  default: { aNum: 122_525_779_519n, bNum: 2_545_182n, adaCap: 18_191_400_000n },
  hyped: { aNum: 177_128_257_607n, bNum: 6_901_746n, adaCap: 27_504_849_940n },
} as const satisfies Readonly<Record<string, Tier>>

/** Start of slot 0 in Unix milliseconds. A running devnet has its own start. */
export const RECORDING_START = Date.UTC(2026, 0, 1)

const { adaCap: defaultCap, aNum, bNum } = TIERS.default

const reference = (name: DeployedName): { txHash: string; index: number } => {
  const { transaction, index }: OutputReference = contractReference(name)
  return { txHash: transaction, index }
}

const decimal = (raw: bigint): string => String(raw).replace(/\B(?=(\d{3})+$)/g, '_')

const count = (raw: bigint): { human: string; raw: string } => ({ human: decimal(raw), raw: String(raw) })

/** `human` is in ADA. */
const lovelace = (raw: bigint): { human: string; raw: string } => {
  const fraction = String(raw % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '')
  const whole = decimal(raw / 1_000_000n)
  return { human: fraction === '' ? whole : `${whole}.${fraction}`, raw: String(raw) }
}

const tier = (name: string, { aNum, bNum, adaCap }: Tier): OperationsConfig['curve']['tiers'][number] => ({
  name,
  aNum: String(aNum),
  bNum: String(bNum),
  adaCap: String(adaCap),
})

const DOCUMENTATION = 'https://docs.snek.fun'

const orderContract = (name: DeployedName) => ({
  script: contract(name).cbor,
  hash: contract(name).hash,
  uTxORef: reference(name),
  cost: ORDER_COST,
  documentation: DOCUMENTATION,
})

/** Maximum units of the scripts. A witness needs about `ORDER_COST` for each order of its batch. */
const ORDER_COST = { mem: 200_000, steps: 80_000_000 }
const CURVE_COST = { mem: 400_000, steps: 160_000_000 }
const AMM_COST = { mem: 700_000, steps: 280_000_000 }
const WITNESS_COST = { mem: 300_000, steps: 120_000_000 }

const orderKind = (kind: 'instant' | 'limit', name: DeployedName, witness: DeployedName) => ({
  kind,
  scriptHash: contract(name).hash,
  reference: reference(name),
  cost: ORDER_COST,
  witness: { hash: contract(witness).hash, reference: reference(witness), cost: WITNESS_COST },
})

export const devnetConfigs = (): Configs => ({
  protocol: {
    version: 2,
    network: 'devnet',
    environment: 'development',
    addresses: { fee: formatAddress(FEES.address), metadata: formatAddress(METADATA.address) },
    parameters: {
      launchStakeCredential: contract('deployer-witness').hash,
      batcherKey: EXECUTOR.key.hash,
      factoryWitness: contract('deployer-witness').hash,
      adminWitness: contract('deployer-witness').hash,
      tokenEmission: count(EMISSION),
      aNum: count(aNum),
      aDenom: count(A_DENOMINATOR),
      bNum: count(bNum),
      bDenom: count(B_DENOMINATOR),
      adaThreshold: lovelace(defaultCap - SEED),
      fixedFee: lovelace(FIXED_FEE),
      minTradeAda: lovelace(MIN_TRADE),
      percentFee: PERCENT_FEE,
      networkFee: lovelace(NETWORK_FEE),
      poolMinAda: lovelace(SEED),
      minLaunchAdaInitialDepositFee: lovelace(LAUNCH_FEES.minDepositFee),
      launchFeeAmount: lovelace(LAUNCH_FEES.launchFee),
    },
    documentation: DOCUMENTATION,
  },
  contracts: {
    network: 'devnet',
    minting: {
      nft: {
        script: contract('pool-nft').cbor,
        policy: contract('pool-nft').hash,
        documentation: DOCUMENTATION,
      },
      other: { template: contract('token').cbor, documentation: DOCUMENTATION },
    },
    contracts: {
      launchAsset: { hash: contract('curve-pool').hash, documentation: DOCUMENTATION },
      serviceOrderLegacy: orderContract('limit-order'),
      serviceOrder: orderContract('instant-order'),
    },
  },
  operations: {
    network: 'devnet',
    startPoint: 'origin',
    deployedSlot: 0,
    slots: { zeroSlot: 0, zeroTime: RECORDING_START / 1000, slotLength: 1000 },
    curve: {
      scriptHash: contract('curve-pool').hash,
      nftPolicy: contract('pool-nft').hash,
      nftReference: reference('pool-nft'),
      tokenLanguage: 2,
      reference: reference('curve-pool'),
      cost: CURVE_COST,
      adminWitnesses: [contract('deployer-witness').hash],
      factoryWitnesses: [contract('deployer-witness').hash],
      executors: [EXECUTOR.key.hash],
      tiers: [tier('default', TIERS.default), tier('hyped', TIERS.hyped)],
    },
    orders: [
      orderKind('instant', 'instant-order', 'instant-order-witness'),
      orderKind('limit', 'limit-order', 'limit-order-witness'),
    ],
    amm: {
      nftPolicy: contract('amm-pool-nft').hash,
      lpPolicy: contract('lp-token').hash,
      royaltyKey: ROYALTY.publicKey,
      graduationCost: String(GRADUATION_COST),
      executors: [EXECUTOR.key.hash],
      pools: [
        {
          kind: 'royalty',
          scriptHash: contract('royalty-pool').hash,
          reference: reference('royalty-pool'),
          cost: AMM_COST,
        },
      ],
    },
    vesting: { scriptHash: contract('vesting-lock').hash, reference: reference('vesting-lock') },
  },
})

/** From the config documents, as in a service. */
export const TERMS = termsOf(devnetConfigs())
