// What a launch says of its token. Today's launches pay an output with a metadata datum; the first ones carried
// CIP-25 metadata under label 721 instead, and some say nothing. Both are read, neither is trusted: texts are cut
// to what the fields may hold, and whatever does not fit is left out.
import { paymentCredential, stakeCredential } from '../../schema/address.ts'
import { decodeLaunchMetadata } from '../../schema/launchpad/launch-metadata.ts'
import {
  type AssetId,
  assetNameOf,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../schema/primitives.ts'
import type { TransactionView } from './transaction-view.ts'

/** Longest text kept of any one field, in UTF-16 units. */
const MAX_TEXT = 2_000

export interface LaunchInfo {
  readonly ticker: string
  /** Content id of the image, without a scheme; empty when there is none. */
  readonly logoCid: string
  readonly description: string
  readonly hyped: boolean
  /** Key hashes of who launched it; the stake part is empty when unknown. Null when nobody can be named. */
  readonly author: { readonly paymentKey: Hex; readonly stakeKey: Hex } | null
  readonly socials: {
    readonly twitter: string | null
    readonly discord: string | null
    readonly telegram: string | null
    readonly website: string | null
  }
  /** The metadata output; null for the early form. */
  readonly output: OutputReference | null
}

const NO_SOCIALS: LaunchInfo['socials'] = { twitter: null, discord: null, telegram: null, website: null }

/** Cuts between characters, never inside one that takes two units. */
const cut = (text: string): string => text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')
const orNull = (text: string): string | null => (text === '' ? null : cut(text))

const fromDatum = (token: AssetId, { transaction }: TransactionView): LaunchInfo | undefined => {
  for (const [at, output] of transaction.outputs.entries()) {
    if (output.datum === undefined) continue
    const metadata = decodeLaunchMetadata(output.datum)
    if (metadata === undefined || metadata.token !== token) continue
    const { socials, author } = metadata
    return {
      ticker: cut(metadata.ticker),
      logoCid: cut(metadata.logoCid),
      description: cut(metadata.description),
      hyped: metadata.launchType === 1,
      author: { paymentKey: author.pkh, stakeKey: author.skh },
      socials: {
        twitter: orNull(socials.twitter),
        discord: orNull(socials.discord),
        telegram: orNull(socials.telegram),
        website: orNull(socials.website),
      },
      output: { transaction: transaction.id, index: transaction.firstOutput + at },
    }
  }
  return undefined
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined

/** CIP-25 splits texts over 64 bytes into lists. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return cut(value)
  return Array.isArray(value) ? cut(value.filter((part) => typeof part === 'string').join('')) : ''
}

/** Version 1 of CIP-25 keys names by their text, version 2 by their hex. */
const fromLabel721 = (token: AssetId, view: TransactionView): Partial<LaunchInfo> => {
  const label = view.transaction.metadata.get('721')
  if (label === undefined) return {}
  let json: unknown
  try {
    json = member(JSON.parse(label), 'json')
  } catch {
    return {}
  }
  const name = assetNameOf(token)
  const named = member(json, policyOf(token))
  const entry = member(named, Buffer.from(name, 'hex').toString('utf8')) ?? member(named, name)
  return {
    ticker: textOf(member(entry, 'ticker')),
    logoCid: textOf(member(entry, 'image')).replace(/^ipfs:\/\/(ipfs\/)?/, ''),
    description: textOf(member(entry, 'description')),
  }
}

/** Who got the first buy or, without one, the change: the last output that a key can spend. */
const inferAuthor = (token: AssetId, { transaction }: TransactionView): LaunchInfo['author'] => {
  const held = transaction.outputs.filter(({ address }) => paymentCredential(address)?.kind === 'key')
  const creator =
    held.find(({ assets }) => assets.some(({ asset }) => asset === token)) ?? held[held.length - 1]
  const payment = creator && paymentCredential(creator.address)
  if (creator === undefined || payment === undefined) return null
  const stake = stakeCredential(creator.address)
  return { paymentKey: payment.hash, stakeKey: stake?.kind === 'key' ? stake.hash : '' }
}

/** What a launch says of `token`, in whichever form it says it. */
export const launchInfo = (token: AssetId, view: TransactionView): LaunchInfo =>
  fromDatum(token, view) ?? {
    ticker: '',
    logoCid: '',
    description: '',
    hyped: false,
    ...fromLabel721(token, view),
    author: inferAuthor(token, view),
    socials: NO_SOCIALS,
    output: null,
  }
