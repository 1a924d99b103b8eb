// Targets of subscriptions: a topic and, for most topics, a key such as a token. The hub finds subscribers by key. So a key is converted to
// one form, whichever form the client has sent.

import { type Static, Type } from '@sinclair/typebox'
import {
  isPaymentAddress,
  networkIdOf,
  parseAddress,
  paymentCredential,
} from '../../../schema/codecs/address.ts'
import type { TokenOf } from '../../../schema/codecs/asset-text.ts'
import { ADA, type AssetId, type Hex, type Network } from '../../../schema/primitives.ts'
import { TOPICS, type Topic } from '../../../schema/responses/feed.ts'
import { invalidInput, valueReaderOf } from '../../http/check/validation.ts'
import { OfAddress, OfAddressAndAsset, OfAsset, OfBars, OfNothing } from './client-messages.ts'

export interface Target {
  readonly topic: Topic
  /** Empty for a topic without keys. */
  readonly key: string
  /** Undefined for the orders of all owners. */
  readonly owners: ReadonlySet<Hex> | undefined
}

export const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text)

export const barsKey = (base: AssetId, quote: AssetId, resolution: string): string =>
  `${base} ${quote} ${resolution}`

export const historyKey = (owner: Hex, asset: AssetId): string => `${owner} ${asset}`

const ofAsset = valueReaderOf(Type.Object({ data: OfAsset }), 'message')
const ofAddress = valueReaderOf(Type.Object({ data: OfAddress }), 'message')
const ofAddressAndAsset = valueReaderOf(Type.Object({ data: OfAddressAndAsset }), 'message')
const ofBars = valueReaderOf(Type.Object({ data: OfBars }), 'message')
const ofNothing = valueReaderOf(Type.Object({ data: OfNothing }), 'message')

const ownersOf = ({ pkhFilter, pkhs }: Static<typeof OfAsset>): ReadonlySet<Hex> | undefined => {
  const owners = pkhFilter ?? pkhs ?? []
  return owners.length === 0 ? undefined : new Set(owners)
}

const ownerOf = (address: string, network: Network): Hex => {
  const wrong = invalidInput(`data.address must be a bech32 address of ${network} with a payment key`)
  let bytes: Hex
  try {
    bytes = parseAddress(address)
  } catch {
    throw wrong
  }
  const credential = paymentCredential(bytes)
  const isOfNetwork = Number.parseInt(bytes.charAt(1), 16) === networkIdOf(network)
  if (credential?.kind !== 'key' || !isOfNetwork || !isPaymentAddress(bytes)) throw wrong
  return credential.hash
}

/** @throws {ApiError} INVALID_PARAMS if the data does not fit the topic */
export const targetOf = (topic: Topic, data: unknown, network: Network, tokenOf?: TokenOf): Target => {
  const to = (key: string, owners?: ReadonlySet<Hex>): Target => ({ topic, key, owners })
  switch (topic) {
    case 'PoolFeed':
      // The same data as for LiveOrdersFeed. The filter by owners is checked but not used, because a pool has no owner.
      return to(ofAsset({ data }, tokenOf).data.asset)
    case 'LiveOrdersFeed': {
      const read = ofAsset({ data }, tokenOf).data
      return to(read.asset, ownersOf(read))
    }
    case 'UserHistoryByAddress':
      return to(ownerOf(ofAddress({ data }).data.address, network))
    case 'UserHistoryByAddressAndAsset': {
      const { address, asset } = ofAddressAndAsset({ data }, tokenOf).data
      return to(historyKey(ownerOf(address, network), asset))
    }
    case 'LastBar':
    case 'MCapBar': {
      const { pair, interval } = ofBars({ data }, tokenOf).data
      if ((pair.base === ADA) === (pair.quote === ADA))
        throw invalidInput('data.pair must be a token and . for ADA')
      return to(barsKey(pair.base, pair.quote, interval))
    }
    default:
      ofNothing({ data })
      return to('')
  }
}

export const isSameTarget = (a: Target, b: Target): boolean =>
  a.topic === b.topic &&
  a.key === b.key &&
  a.owners?.size === b.owners?.size &&
  [...(a.owners ?? [])].every((owner) => b.owners?.has(owner))
