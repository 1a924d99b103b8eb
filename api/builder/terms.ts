// The launchpad's terms: the data of its three documents that recipes need, with amounts as integers and addresses as raw bytes. A value
// that the operator has not supplied causes an error only when a recipe needs it.

import type { Credential } from '../../schema/codecs/address.ts'
import { networkIdOf, parseAddress } from '../../schema/codecs/address.ts'
import type { Script } from '../../schema/codecs/output-cbor.ts'
import type { Configs, OrderKind } from '../../schema/config/config.ts'
import { launchTiers } from '../../schema/config/parameters.ts'
import { rawAddress } from '../../schema/launchpad/address.ts'
import { basisPointsOf } from '../../schema/launchpad/fees.ts'
import type { Hex, OutputReference } from '../../schema/primitives.ts'
import { BuildError } from './build-error.ts'
import { scriptHash } from './transaction/script-hash.ts'

export type Terms = ReturnType<typeof termsOf>
type OrderContract = Terms['orders'][number]

const referenceOf = (
  reference: { readonly txHash: Hex; readonly index: number } | undefined,
): OutputReference | undefined => reference && { transaction: reference.txHash, index: reference.index }

/** The documents have been checked against each other, see `checkConfigs`. */
export const termsOf = ({ protocol, contracts, operations }: Configs) => {
  const { parameters, addresses } = protocol
  const raw = (amount: { readonly raw: string }): bigint => BigInt(amount.raw)
  const networkFee = raw(parameters.networkFee)
  const fixedFee = raw(parameters.fixedFee)
  /** On the ADA side of a trade, in hundredths of a percent. */
  const basisPoints = basisPointsOf(parameters.percentFee)
  return {
    networkId: networkIdOf(protocol.network),
    /** Begins the names of metadata tokens; empty if the config has none. */
    platform: operations.platform ?? '',
    basisPoints,
    networkFee,
    fixedFee,
    executorFee: networkFee + fixedFee,
    /** In lovelace. */
    minTrade: raw(parameters.minTradeAda),
    launchFees: {
      launchFee: raw(parameters.launchFeeAmount),
      minDepositFee: raw(parameters.minLaunchAdaInitialDepositFee),
      basisPoints,
    },
    /** Raw bytes. */
    feeAddress: parseAddress(addresses.fee),
    metadataAddress: parseAddress(addresses.metadata),
    /** Executes orders on curves. On AMM pools, `executors` do. */
    batcherKey: parameters.batcherKey,
    ammExecutors: operations.amm.executors,
    adminWitness: parameters.adminWitness,
    factoryWitness: parameters.factoryWitness,
    poolStake: { kind: 'script' as const, hash: parameters.launchStakeCredential },
    curveHash: contracts.contracts.launchAsset.hash,
    tiers: launchTiers(protocol, operations),
    poolNft: {
      policy: contracts.minting.nft.policy,
      reference: referenceOf(operations.curve.nftReference),
      cbor: contracts.minting.nft.script,
    },
    /** Compiled. Each launch inserts its seed. */
    tokenTemplate: contracts.minting.other.template,
    tokenLanguage: operations.curve.tokenLanguage ?? 3,
    orders: operations.orders.map(({ kind, scriptHash: hash, reference }) => ({
      kind,
      hash,
      reference: referenceOf(reference),
    })),
    vesting: { hash: operations.vesting.scriptHash, reference: referenceOf(operations.vesting.reference) },
  }
}

/**
 * Raw bytes.
 * @param stake without it, the address has no stake part
 */
export const scriptAddress = ({ networkId }: Terms, hash: Hex, stake?: Credential): Hex => {
  const payment = { kind: 'script', hash } as const
  return rawAddress(stake === undefined ? { payment } : { payment, stake }, networkId)
}

/**
 * The newest contract of the kind.
 * @throws {BuildError} if the operations config has none
 */
export const orderContract = ({ orders }: Terms, kind: OrderKind): OrderContract => {
  const contract = orders.find((each) => each.kind === kind)
  if (contract === undefined)
    throw new BuildError('MISSING_CONFIG', `the operations config names no ${kind} order contract`)
  return contract
}

/** @throws {BuildError} if the operations config does not name the output with the script */
export const required = (reference: OutputReference | undefined, what: string): OutputReference => {
  if (reference === undefined)
    throw new BuildError('MISSING_CONFIG', `the operations config has no reference output for the ${what}`)
  return reference
}

/**
 * The script may be of any Plutus version.
 * @throws {BuildError} if the bytes are not a script with this hash
 */
export const scriptOf = (cbor: Hex, hash: Hex, what: string): Script => {
  for (const language of ['plutus:v1', 'plutus:v2', 'plutus:v3'] as const)
    if (cbor !== '' && scriptHash({ language, cbor }) === hash) return { language, cbor }
  throw new BuildError(
    'MISSING_CONFIG',
    `the contracts config has no script with hash ${hash} for the ${what}`,
  )
}
