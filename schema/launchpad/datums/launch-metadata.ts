// Metadata of a launched token (docs/launchpad-on-chain.md, "Launch"): the datum of the output with the metadata token. Texts are UTF-8
// bytes; a missing link is empty.
import type { Hex } from '../../primitives.ts'
import { AMOUNT, type DatumOf, datumCodec, type Field, fieldsOf, HASH, TOKEN } from './datum-layout.ts'
import { readBytes } from './fields.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const TEXT: Field<string> = {
  read(data) {
    const bytes = readBytes(data)
    if (bytes === undefined) return undefined
    try {
      return utf8.decode(Buffer.from(bytes, 'hex'))
    } catch {
      return undefined
    }
  },
  write: (text) => Buffer.from(text, 'utf8').toString('hex'),
}

const LAUNCH_TYPE: Field<0 | 1> = {
  read: (data) => (data === 0n ? 0 : data === 1n ? 1 : undefined),
  write: BigInt,
}

/** Each link is empty if absent. */
const SOCIALS = { twitter: TEXT, discord: TEXT, telegram: TEXT, website: TEXT }
export type LaunchSocials = DatumOf<typeof SOCIALS>

const LAYOUT = {
  token: TOKEN,
  ticker: TEXT,
  /** Content id of the token's image. */
  logoCid: TEXT,
  description: TEXT,
  /** 0 for a default launch. 1 for a launch that limits purchases in its first minutes. */
  launchType: LAUNCH_TYPE,
  author: fieldsOf({
    pkh: HASH,
    /** The stake key hash; empty if the author's address has none. */
    skh: { ...HASH, read: (data) => (data === '' ? '' : HASH.read(data)) } satisfies Field<Hex>,
  }),
  socials: fieldsOf(SOCIALS),
  version: AMOUNT,
}
export type LaunchMetadata = DatumOf<typeof LAYOUT>

/** Refuses texts that are not UTF-8. */
export const { decode: decodeLaunchMetadata, encode: encodeLaunchMetadata } = datumCodec(LAYOUT)

export const LAUNCH_METADATA_VERSION = 1n

/**
 * The default kind comes first. The datum has no field for the kind. A launch states it in the token's CIP-25 metadata, under the key
 * `assetType`, which other readers of CIP-25 ignore.
 */
export const ASSET_TYPES = ['Meme', 'AI'] as const
export type AssetType = (typeof ASSET_TYPES)[number]
