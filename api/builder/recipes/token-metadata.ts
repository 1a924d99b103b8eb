// A launched token's metadata for wallets and explorers: CIP-25, version 2, under label 721 of the launch transaction. The read models take
// only the token's kind from this metadata. Everything else is in the metadata output's datum.
import { type Cardano, Serialization } from '@cardano-sdk/core'
import type { AssetType } from '../../../schema/launchpad/datums/launch-metadata.ts'
import { type AssetId, assetNameOf, type Hex, policyOf } from '../../../schema/primitives.ts'

export interface TokenMetadata {
  readonly name: string
  readonly ticker: string
  readonly description: string
  readonly logoCid: string
  /** Such as `image/png`. */
  readonly mediaType: string
  readonly assetType: AssetType
}

const LABEL = 721n

/** The ledger's limit for a text. */
const MOST_BYTES = 64

/** Longer texts are split into parts, between characters. */
const texts = (text: string): Cardano.Metadatum => {
  const parts = ['']
  for (const character of text) {
    const last = `${parts.at(-1)}${character}`
    if (Buffer.byteLength(last) <= MOST_BYTES) parts[parts.length - 1] = last
    else parts.push(character)
  }
  return parts.length === 1 ? text : parts
}

const bytes = (hex: Hex): Buffer => Buffer.from(hex, 'hex')

/** CBOR of a metadatum, by label. */
export const tokenMetadata = (
  token: AssetId,
  { name, ticker, description, logoCid, mediaType, assetType }: TokenMetadata,
): ReadonlyMap<bigint, Hex> => {
  const described = new Map<Cardano.Metadatum, Cardano.Metadatum>([
    ['name', texts(name)],
    ['ticker', ticker],
    // The link may be longer than one text, so it is a list of parts, which readers join.
    ['image', ['ipfs://', logoCid]],
    ['mediaType', mediaType],
    ['description', texts(description)],
    // Tokens have no decimals. Without this member, some readers guess their number.
    ['decimals', 0n],
    // Not part of CIP-25; only this launchpad reads it.
    ['assetType', assetType],
  ])
  const metadatum = new Map<Cardano.Metadatum, Cardano.Metadatum>([
    [bytes(policyOf(token)), new Map([[bytes(assetNameOf(token)), described]])],
    ['version', 2n],
  ])
  return new Map([[LABEL, Serialization.TransactionMetadatum.fromCore(metadatum).toCbor()]])
}
