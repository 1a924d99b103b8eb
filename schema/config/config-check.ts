// Checks the config documents against each other and against the service's network. With a document of another network, or with two
// documents that name different contracts, the service would build transactions that lose money. Such documents are refused at start, and
// ignored while the service runs. The protocol and contracts configs are each checked only against the operations config, so either can be
// replaced while the service runs.
import { formatAddress, networkIdOf, parseAddress } from '../codecs/address.ts'
import { StartupError } from '../errors.ts'
import { parseRawAddress } from '../launchpad/address.ts'
import { A_DENOMINATOR, B_DENOMINATOR, EMISSION, SEED } from '../launchpad/curve.ts'
import { tokenPolicy } from '../launchpad/derivations.ts'
import { basisPointsOf } from '../launchpad/fees.ts'
import type { Network } from '../primitives.ts'
import type { Configs, ContractsConfig, OperationsConfig, ProtocolConfig } from './config.ts'

/** The document is for another network than the service's. */
export class OtherNetworkError extends StartupError {}

/**
 * Also checks that the documents agree with the curve's arithmetic.
 * @throws {StartupError} that names the fields and their expected values
 */
export const checkConfigs = ({ protocol, contracts, operations }: Configs, network: Network): void => {
  checkOperationsConfig(operations, network)
  checkProtocolConfig(protocol, operations, network)
  checkContractsConfig(contracts, operations, network)
}

/**
 * @throws {StartupError} like {@link checkConfigs}
 * @throws {OtherNetworkError} for a document of another network
 */
export const checkProtocolConfig = (
  protocol: ProtocolConfig,
  operations: OperationsConfig,
  network: Network,
): void => {
  checkNetwork('protocol config', protocol, network)
  checkParameters(protocol, network)
  const { curve } = operations
  const { adminWitness, factoryWitness, batcherKey } = protocol.parameters
  const own = 'protocol config: parameters'
  among(`${own}.adminWitness`, adminWitness, 'curve.adminWitnesses', curve.adminWitnesses)
  among(`${own}.factoryWitness`, factoryWitness, 'curve.factoryWitnesses', curve.factoryWitnesses)
  among(`${own}.batcherKey`, batcherKey, 'curve.executors', curve.executors)
  checkLaunchTier(protocol, operations)
}

/**
 * @throws {StartupError} like {@link checkConfigs}
 * @throws {OtherNetworkError} for a document of another network
 */
export const checkContractsConfig = (
  { network: own, minting, contracts }: ContractsConfig,
  { curve, orders }: OperationsConfig,
  network: Network,
): void => {
  checkNetwork('contracts config', { network: own }, network)
  const { launchAsset, serviceOrder, serviceOrderLegacy } = contracts
  agree(
    'contracts config: contracts.launchAsset.hash',
    'operations config: curve.scriptHash',
    launchAsset.hash,
    curve.scriptHash,
  )
  agree(
    'contracts config: minting.nft.policy',
    'operations config: curve.nftPolicy',
    minting.nft.policy,
    curve.nftPolicy,
  )
  checkTemplate('contracts config: minting.other.template', minting.other.template)
  const known = orders.map((order) => order.scriptHash)
  among('contracts config: contracts.serviceOrder.hash', serviceOrder.hash, 'orders', known)
  among('contracts config: contracts.serviceOrderLegacy.hash', serviceOrderLegacy.hash, 'orders', known)
}

/**
 * @throws {StartupError} like {@link checkConfigs}
 * @throws {OtherNetworkError} for a document of another network
 */
export const checkOperationsConfig = (operations: OperationsConfig, network: Network): void => {
  checkNetwork('operations config', operations, network)
  const { curve, orders, amm, vesting } = operations
  const named = [curve, ...orders, ...amm.pools, vesting].map((part) => part.scriptHash)
  const scripts = [...named, ...(curve.tokenPools ?? [])]
  const repeated = scripts.find((hash, index) => hash !== NO_SCRIPT && scripts.indexOf(hash) !== index)
  require(repeated === undefined, `operations config: script ${repeated} is named twice; give it one role`)
  checkTemplate('operations config: curve.tokenTemplate', curve.tokenTemplate)
  for (const tier of curve.tiers) {
    require(BigInt(tier.adaCap) >
      SEED, `operations config: tier "${tier.name}": adaCap must be above the seed of ${SEED} lovelace, which it includes`)
  }
}

/** Stands for the script hash of a contract that the network lacks. No script has this hash. */
const NO_SCRIPT = '0'.repeat(56)

const require = (holds: boolean, message: string): void => {
  if (!holds) throw new StartupError(message)
}

/** A token policy can be made from the template for every launch, even one that spends an output with a long index. */
const checkTemplate = (field: string, template = ''): void => {
  if (template === '') return
  try {
    tokenPolicy(template, { transaction: '0'.repeat(64), index: 65_535 })
  } catch (error) {
    throw new StartupError(`${field} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

const agree = (left: string, right: string, a: string, b: string): void =>
  require(a === b, `${left} is ${a}, but ${right} is ${b}; they must be the same`)

const among = (field: string, hash: string, list: string, hashes: readonly string[]): void =>
  require(hashes.includes(hash), `${field} ${hash} must be among operations config: ${list}`)

const checkNetwork = (name: string, document: { readonly network: Network }, network: Network): void => {
  if (document.network !== network)
    throw new OtherNetworkError(
      `${name}: network is ${document.network}, but the service runs on ${network}; give it the ${network} document`,
    )
}

const checkParameters = ({ addresses, parameters }: ProtocolConfig, network: Network): void => {
  for (const [name, address] of Object.entries(addresses)) {
    require(isAddress(address, network), `protocol config: addresses.${name} must be a ${network} address`)
  }
  const fixed: readonly (readonly [string, string, bigint])[] = [
    ['tokenEmission', parameters.tokenEmission.raw, EMISSION],
    ['aDenom', parameters.aDenom.raw, A_DENOMINATOR],
    ['bDenom', parameters.bDenom.raw, B_DENOMINATOR],
    ['poolMinAda', parameters.poolMinAda.raw, SEED],
  ]
  for (const [name, raw, value] of fixed) {
    require(BigInt(raw) ===
      value, `protocol config: parameters.${name}.raw must be ${value}, because the curve's arithmetic uses this value`)
  }
  require(BigInt(parameters.adaThreshold.raw) >
    0n, 'protocol config: parameters.adaThreshold.raw must be above 0')
  try {
    basisPointsOf(parameters.percentFee)
  } catch (error) {
    throw new StartupError(
      `protocol config: parameters.percentFee: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Base and enterprise addresses of the network, in their canonical form. */
const isAddress = (text: string, network: Network): boolean => {
  try {
    const raw = parseAddress(text)
    return formatAddress(raw) === text && parseRawAddress(raw)?.network === networkIdOf(network)
  } catch {
    return false
  }
}

const checkLaunchTier = ({ parameters }: ProtocolConfig, { curve }: OperationsConfig): void => {
  const { aNum, bNum, adaThreshold } = parameters
  const cap = BigInt(adaThreshold.raw) + SEED
  const launched = curve.tiers.some(
    (tier) => tier.aNum === aNum.raw && tier.bNum === bNum.raw && BigInt(tier.adaCap) === cap,
  )
  require(launched ||
    curve.listUnknownTiers ===
      true, `operations config: curve.tiers has no tier for new launches: aNum ${aNum.raw}, bNum ${bNum.raw}, adaCap ${cap}`)
}
