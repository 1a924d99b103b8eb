// Metadata of a launched token (README, "Launch"): the datum of the output that carries the metadata token. Texts are UTF-8
// bytes; a missing link is empty.
import { encodePlutusData, type PlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import type { AssetId, Hex } from '../../primitives.ts'
import { readToken, writeAsset } from '../asset.ts'
import { construct, readAmount, readBytes, readDatum, readFields, readHash } from './fields.ts'

export interface LaunchMetadata {
  readonly token: AssetId
  readonly ticker: string
  /** Content id of the token's image. */
  readonly logoCid: string
  readonly description: string
  /** 0 is the default launch, 1 one whose first minutes cap what an order may buy. */
  readonly launchType: 0 | 1
  readonly author: {
    readonly pkh: Hex
    /** Empty when the author's address has no stake key. */
    readonly skh: Hex
  }
  readonly socials: LaunchSocials
  readonly version: bigint
}

/** Links, each empty when not given. */
export interface LaunchSocials {
  readonly twitter: string
  readonly discord: string
  readonly telegram: string
  readonly website: string
}

export const LAUNCH_METADATA_VERSION = 1n

/**
 * Kinds of tokens, the default first. The datum has no field for it: a launch says it in the token's CIP-25 metadata,
 * under the key `assetType`, which other readers of CIP-25 pass over.
 */
export const ASSET_TYPES = ['Meme', 'AI'] as const
export type AssetType = (typeof ASSET_TYPES)[number]

/** Reads a launch's metadata datum; `undefined` for anything else, texts that are not UTF-8 among it. */
export const decodeLaunchMetadata = (hex: Hex): LaunchMetadata | undefined => {
  const fields = readDatum(hex, 8)
  if (fields === undefined) return undefined
  const token = readToken(fields[0])
  const ticker = readText(fields[1])
  const logoCid = readText(fields[2])
  const description = readText(fields[3])
  const launchType = fields[4] === 0n ? 0 : fields[4] === 1n ? 1 : undefined
  const author = readAuthor(fields[5])
  const socials = readSocials(fields[6])
  const version = readAmount(fields[7])
  if (token === undefined || ticker === undefined || logoCid === undefined) return undefined
  if (description === undefined || launchType === undefined || author === undefined) return undefined
  if (socials === undefined || version === undefined) return undefined
  return { token, ticker, logoCid, description, launchType, author, socials, version }
}

export const encodeLaunchMetadata = (metadata: LaunchMetadata, style: PlutusStyle): Hex => {
  const { author, socials } = metadata
  return encodePlutusData(
    construct(
      writeAsset(metadata.token),
      writeText(metadata.ticker),
      writeText(metadata.logoCid),
      writeText(metadata.description),
      BigInt(metadata.launchType),
      construct(author.pkh, author.skh),
      construct(
        writeText(socials.twitter),
        writeText(socials.discord),
        writeText(socials.telegram),
        writeText(socials.website),
      ),
      metadata.version,
    ),
    style,
  )
}

const readAuthor = (data: PlutusData | undefined): LaunchMetadata['author'] | undefined => {
  const fields = readFields(data, 0, 2)
  const pkh = readHash(fields?.[0])
  const skh = fields?.[1] === '' ? '' : readHash(fields?.[1])
  return pkh === undefined || skh === undefined ? undefined : { pkh, skh }
}

const readSocials = (data: PlutusData | undefined): LaunchSocials | undefined => {
  const fields = readFields(data, 0, 4)
  const twitter = readText(fields?.[0])
  const discord = readText(fields?.[1])
  const telegram = readText(fields?.[2])
  const website = readText(fields?.[3])
  if (twitter === undefined || discord === undefined) return undefined
  if (telegram === undefined || website === undefined) return undefined
  return { twitter, discord, telegram, website }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const readText = (data: PlutusData | undefined): string | undefined => {
  const bytes = readBytes(data)
  if (bytes === undefined) return undefined
  try {
    return utf8.decode(Buffer.from(bytes, 'hex'))
  } catch {
    return undefined
  }
}

const writeText = (text: string): Hex => Buffer.from(text, 'utf8').toString('hex')
