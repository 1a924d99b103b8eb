// Targets of subscriptions: a topic and, for most topics, a key such as a token. The hub finds subscribers by the key, so a key
// is normalised: it does not depend on how the client wrote it.

import { RESOLUTIONS } from '../../../schema/answers/charts.ts'
import { TOPICS, type Topic } from '../../../schema/answers/feed.ts'
import { networkIdOf, parseAddress, paymentCredential } from '../../../schema/codecs/address.ts'
import { isRecord } from '../../../schema/ogmios/read-json.ts'
import { ADA, type AssetId, type Hex, isAssetId, isHex, type Network } from '../../../schema/primitives.ts'

/** Target of a client's subscription. */
export interface Target {
  readonly topic: Topic
  /** Part of the topic; empty for a topic without parts. */
  readonly key: string
  /** Payment keys whose orders are sent; undefined for all orders. */
  readonly owners: ReadonlySet<Hex> | undefined
}

/** Most entries of a `pkhFilter`. */
const MAX_OWNERS = 100

/** Characters that no address of any kind exceeds. */
const MAX_ADDRESS_LENGTH = 200

const KEY_HASH_BYTES = 28

/** Error when a subscription's data do not fit its topic; the message says what they must be. */
export class InvalidData extends Error {
  override readonly name = 'InvalidData'
}

export const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text)

/** Key of a pair's bars at a resolution. */
export const barsKey = (base: AssetId, quote: AssetId, resolution: string): string =>
  `${base} ${quote} ${resolution}`

/** Key of an owner's orders of one token. */
export const historyKey = (owner: Hex, asset: AssetId): string => `${owner} ${asset}`

const assetOf = (value: unknown, name: string): AssetId => {
  const asset = typeof value === 'string' && value.length <= 200 ? value.toLowerCase() : ''
  if (!isAssetId(asset)) throw new InvalidData(`${name} must be an asset id: {policyId}.{hexAssetName}`)
  return asset
}

const tokenOf = (value: unknown): AssetId => {
  const asset = assetOf(value, 'data.asset')
  if (asset === ADA) throw new InvalidData("data.asset must be a token's asset id: {policyId}.{hexAssetName}")
  return asset
}

const ownersOf = (value: unknown): ReadonlySet<Hex> | undefined => {
  if (value === undefined || value === null) return undefined
  const wrong = `data.pkhFilter must be null or at most ${MAX_OWNERS} key hashes of 56 hex digits`
  if (!Array.isArray(value) || value.length > MAX_OWNERS) throw new InvalidData(wrong)
  const owners = value.map((entry) => {
    const hash = typeof entry === 'string' ? entry.toLowerCase() : ''
    if (!isHex(hash, KEY_HASH_BYTES)) throw new InvalidData(wrong)
    return hash
  })
  return owners.length === 0 ? undefined : new Set(owners)
}

const ownerOf = (value: unknown, network: Network): Hex => {
  const wrong = `data.address must be a bech32 address of ${network} with a payment key`
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH) throw new InvalidData(wrong)
  let address: Hex
  try {
    address = parseAddress(value)
  } catch {
    throw new InvalidData(wrong)
  }
  const credential = paymentCredential(address)
  const isOfNetwork = Number.parseInt(address.charAt(1), 16) === networkIdOf(network)
  if (credential?.kind !== 'key' || !isOfNetwork) throw new InvalidData(wrong)
  return credential.hash
}

const barsOf = ({ pair, interval }: Readonly<Record<string, unknown>>): string => {
  const { base, quote } = isRecord(pair) ? pair : {}
  const [of, by] = [assetOf(base, 'data.pair.base'), assetOf(quote, 'data.pair.quote')]
  if ((of === ADA) === (by === ADA)) throw new InvalidData('data.pair must be a token and . for ADA')
  const resolution = RESOLUTIONS.find((name) => name === interval)
  if (resolution === undefined)
    throw new InvalidData(`data.interval must be one of ${RESOLUTIONS.join(', ')}`)
  return barsKey(of, by, resolution)
}

/**
 * Reads the target of a subscription.
 * @throws {InvalidData} when the data do not fit the topic
 */
export const targetOf = (topic: Topic, given: unknown, network: Network): Target => {
  if (given !== undefined && given !== null && !isRecord(given))
    throw new InvalidData('data must be an object')
  const data = given ?? {}
  const to = (key: string, owners?: ReadonlySet<Hex>): Target => ({ topic, key, owners })
  switch (topic) {
    case 'PoolFeed':
      // Clients send the same data as for LiveOrdersFeed. The filter is checked, but a pool has no owners.
      ownersOf(data.pkhFilter ?? data.pkhs)
      return to(tokenOf(data.asset))
    case 'LiveOrdersFeed':
      return to(tokenOf(data.asset), ownersOf(data.pkhFilter ?? data.pkhs))
    case 'UserHistoryByAddress':
      return to(ownerOf(data.address, network))
    case 'UserHistoryByAddressAndAsset':
      return to(historyKey(ownerOf(data.address, network), tokenOf(data.asset)))
    case 'LastBar':
    case 'MCapBar':
      return to(barsOf(data))
    default:
      return to('')
  }
}

/** Whether two targets are the same. */
export const isSameTarget = (a: Target, b: Target): boolean =>
  a.topic === b.topic &&
  a.key === b.key &&
  a.owners?.size === b.owners?.size &&
  [...(a.owners ?? [])].every((owner) => b.owners?.has(owner))
