// The three config documents against each other and against the network the service is to run on. A document of
// another network, or two that name different contracts, would build transactions that lose money: refused at
// start.
import { formatAddress, networkIdOf, parseAddress } from './address.ts'
import type { Configs } from './config.ts'
import { StartupError } from './errors.ts'
import { parseRawAddress } from './launchpad/address.ts'
import { A_DENOMINATOR, B_DENOMINATOR, EMISSION, SEED } from './launchpad/curve.ts'
import { basisPointsOf } from './launchpad/fees.ts'
import type { Network } from './primitives.ts'

/**
 * Holds that the documents are of `network`, agree with each other and with the arithmetic of the curve.
 * @throws {StartupError} that names the fields and what they should be.
 */
export const checkConfigs = (configs: Configs, network: Network): void => {
  checkNetworks(configs, network)
  checkParameters(configs, network)
  checkContracts(configs)
  checkTiers(configs)
}

const require = (holds: boolean, message: string): void => {
  if (!holds) throw new StartupError(message)
}

const checkNetworks = ({ protocol, contracts, operations }: Configs, network: Network): void => {
  const documents = {
    'protocol config': protocol,
    'contracts config': contracts,
    'operations config': operations,
  }
  for (const [name, document] of Object.entries(documents)) {
    require(document.network ===
      network, `${name}: network is ${document.network}, but the service runs on ${network}; give it the ${network} document`)
  }
}

const checkParameters = ({ protocol }: Configs, network: Network): void => {
  const { addresses, parameters } = protocol
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
      value, `protocol config: parameters.${name}.raw must be ${value}, which the curve's arithmetic is made for`)
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

/** Whether it is a base or enterprise address of the network, in the one way it is written. */
const isAddress = (text: string, network: Network): boolean => {
  try {
    const raw = parseAddress(text)
    return formatAddress(raw) === text && parseRawAddress(raw)?.network === networkIdOf(network)
  } catch {
    return false
  }
}

const checkContracts = ({ protocol, contracts, operations }: Configs): void => {
  const { curve, orders } = operations
  const { launchAsset, serviceOrder, serviceOrderLegacy } = contracts.contracts
  const agree = (left: string, right: string, a: string, b: string) =>
    require(a === b, `${left} is ${a}, but ${right} is ${b}; they must be the same`)
  agree(
    'contracts config: contracts.launchAsset.hash',
    'operations config: curve.scriptHash',
    launchAsset.hash,
    curve.scriptHash,
  )
  agree(
    'contracts config: minting.nft.policy',
    'operations config: curve.nftPolicy',
    contracts.minting.nft.policy,
    curve.nftPolicy,
  )
  const among = (field: string, hash: string, list: string, hashes: readonly string[]) =>
    require(hashes.includes(hash), `${field} ${hash} must be among operations config: ${list}`)
  const known = orders.map((order) => order.scriptHash)
  among('contracts config: contracts.serviceOrder.hash', serviceOrder.hash, 'orders', known)
  among('contracts config: contracts.serviceOrderLegacy.hash', serviceOrderLegacy.hash, 'orders', known)
  const { adminWitness, factoryWitness, batcherKey } = protocol.parameters
  among(
    'protocol config: parameters.adminWitness',
    adminWitness,
    'curve.adminWitnesses',
    curve.adminWitnesses,
  )
  among(
    'protocol config: parameters.factoryWitness',
    factoryWitness,
    'curve.factoryWitnesses',
    curve.factoryWitnesses,
  )
  among('protocol config: parameters.batcherKey', batcherKey, 'curve.executors', curve.executors)
  const scripts = [curve, ...orders, ...operations.amm.pools, operations.vesting].map(
    (part) => part.scriptHash,
  )
  const repeated = scripts.find((hash, index) => scripts.indexOf(hash) !== index)
  require(repeated === undefined, `operations config: script ${repeated} is named twice; give it one role`)
}

const checkTiers = ({ protocol, operations }: Configs): void => {
  const { aNum, bNum, adaThreshold } = protocol.parameters
  const { tiers, listUnknownTiers = false } = operations.curve
  for (const tier of tiers) {
    require(BigInt(tier.adaCap) >
      SEED, `operations config: tier "${tier.name}": adaCap must be above the seed of ${SEED} lovelace, which it includes`)
  }
  const cap = BigInt(adaThreshold.raw) + SEED
  const launched = tiers.some(
    (tier) => tier.aNum === aNum.raw && tier.bNum === bNum.raw && BigInt(tier.adaCap) === cap,
  )
  require(launched ||
    listUnknownTiers, `operations config: curve.tiers lacks the tier new launches use: aNum ${aNum.raw}, bNum ${bNum.raw}, adaCap ${cap}`)
}
