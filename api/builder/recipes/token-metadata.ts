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
  /** Media type of the image, such as `image/png`. */
  readonly mediaType: string
  readonly assetType: AssetType
}

const LABEL = 721n

/** Maximum bytes of a text in metadata (ledger rule). */
const MOST_BYTES = 64

/** A text, or its parts if it is longer than the ledger accepts. Parts are split between characters. */
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

/** Transaction metadata by label. Each value is a metadatum's CBOR. */
export const tokenMetadata = (
  token: AssetId,
  { name, ticker, description, logoCid, mediaType, assetType }: TokenMetadata,
): ReadonlyMap<bigint, Hex> => {
  const described = new Map<Cardano.Metadatum, Cardano.Metadatum>([
    ['name', texts(name)],
    ['ticker', ticker],
    // The link may be longer than one metadata text. So it is a list of parts, which readers join.
    ['image', ['ipfs://', logoCid]],
    ['mediaType', mediaType],
    ['description', texts(description)],
    // Tokens have no decimals, also in curves, prices and amounts. Without this member, some readers guess the number of decimals.
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
