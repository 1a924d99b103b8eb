// Metadata of a launched token that wallets and explorers show: CIP-25, version 2, under label 721 of the launch transaction. The
// read models read the datum of the metadata output; from this metadata they read only the kind of the token, for which the datum
// has no field.
import { Serialization } from '@cardano-sdk/core'
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

/** Splits a text between characters into parts that the ledger accepts. */
const parts = (text: string): string[] => {
  const found = ['']
  for (const character of text) {
    const last = `${found.at(-1)}${character}`
    if (Buffer.byteLength(last) <= MOST_BYTES) found[found.length - 1] = last
    else found.push(character)
  }
  return found
}

const texts = (list: readonly string[]): Serialization.TransactionMetadatum => {
  const [first = '', ...more] = list
  if (more.length === 0) return Serialization.TransactionMetadatum.newText(first)
  const written = new Serialization.MetadatumList()
  for (const text of list) written.add(Serialization.TransactionMetadatum.newText(text))
  return Serialization.TransactionMetadatum.newList(written)
}

const map = (
  entries: readonly (readonly [Serialization.TransactionMetadatum, Serialization.TransactionMetadatum])[],
): Serialization.TransactionMetadatum => {
  const written = new Serialization.MetadatumMap()
  for (const [key, value] of entries) written.insert(key, value)
  return Serialization.TransactionMetadatum.newMap(written)
}

const text = (value: string): Serialization.TransactionMetadatum =>
  Serialization.TransactionMetadatum.newText(value)
const bytes = (hex: Hex): Serialization.TransactionMetadatum =>
  Serialization.TransactionMetadatum.newBytes(Buffer.from(hex, 'hex'))

/** Transaction metadata by label, each the metadatum's CBOR. */
export const tokenMetadata = (
  token: AssetId,
  { name, ticker, description, logoCid, mediaType, assetType }: TokenMetadata,
): ReadonlyMap<bigint, Hex> => {
  const described = map([
    [text('name'), texts(parts(name))],
    [text('ticker'), text(ticker)],
    // The link may be longer than one metadata text, so it is a list of parts, which readers join.
    [text('image'), texts(['ipfs://', logoCid])],
    [text('mediaType'), text(mediaType)],
    [text('description'), texts(parts(description))],
    // A key of this launchpad.
    [text('assetType'), text(assetType)],
  ])
  const metadatum = map([
    [bytes(policyOf(token)), map([[bytes(assetNameOf(token)), described]])],
    [text('version'), Serialization.TransactionMetadatum.newInteger(2n)],
  ])
  return new Map([[LABEL, metadatum.toCbor()]])
}
