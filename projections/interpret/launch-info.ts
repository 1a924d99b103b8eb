// The description of a token in its launch. Today's launches have an output with a metadata datum. The first launches had CIP-25 metadata
// under label 721 instead, and some launches have no description. Only CIP-25 metadata has the token's kind. Neither form is trusted: texts
// are cut to their maximum length, and invalid values are left out.
import { paymentCredential, stakeCredential } from '../../schema/codecs/address.ts'
import { headAt, itemsAt, type Span } from '../../schema/codecs/cbor-spans.ts'
import {
  ASSET_TYPES,
  type AssetType,
  decodeLaunchMetadata,
} from '../../schema/launchpad/datums/launch-metadata.ts'
import {
  type AssetId,
  assetNameOf,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../schema/primitives.ts'
import type { TransactionView } from '../engine/outputs/transaction-view.ts'

/** Limits in UTF-16 units: at least twice what today's launches may have. A creator's long texts would make the lists of all tokens large. */
const MAX_TICKER = 32
const MAX_DESCRIPTION = 1_000
/** The limit of a link, and of the path of an image. */
const MAX_LINK = 300

export interface LaunchInfo {
  readonly ticker: string
  /** Without a URL scheme; empty if there is none. */
  readonly logoCid: string
  readonly description: string
  readonly hyped: boolean
  /**
   * Null if unknown. The payment key signed the launch, because it spent an input. The stake key proves nothing, because an address may
   * combine any two keys; empty if unknown.
   */
  readonly author: { readonly paymentKey: Hex; readonly stakeKey: Hex } | null
  readonly socials: {
    readonly twitter: string | null
    readonly discord: string | null
    readonly telegram: string | null
    readonly website: string | null
  }
  /** Null for the early form, which has no output. */
  readonly output: OutputReference | null
  readonly assetType: AssetType
}

/** A text, or a list that should contain texts. */
type Entry = (key: string) => unknown

const NO_SOCIALS: LaunchInfo['socials'] = { twitter: null, discord: null, telegram: null, website: null }

/** Never cuts inside a character of two UTF-16 units. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
const linkOrNull = (text: string): string | null => (text === '' ? null : cut(text, MAX_LINK))

const keyOf = ({ address }: { readonly address: Hex }): Hex | undefined => {
  const payment = paymentCredential(address)
  return payment?.kind === 'key' ? payment.hash : undefined
}

/** Keys of the outputs that the launch spends. If one of these was not seen, also the keys of the launch's outputs. */
const launcherKeys = ({ transaction, spent }: TransactionView): ReadonlySet<Hex | undefined> => {
  const seen = spent.filter((output) => output !== undefined)
  const isSure = seen.length > 0 && seen.length === spent.length
  return new Set([...seen, ...(isSure ? [] : transaction.outputs)].map(keyOf))
}

const fromDatum = (token: AssetId, view: TransactionView): Omit<LaunchInfo, 'assetType'> | undefined => {
  const { transaction } = view
  for (const [at, output] of transaction.outputs.entries()) {
    if (output.datum === undefined) continue
    const metadata = decodeLaunchMetadata(output.datum)
    if (metadata === undefined || metadata.token !== token) continue
    const { socials, author } = metadata
    return {
      ticker: cut(metadata.ticker, MAX_TICKER),
      logoCid: cut(metadata.logoCid, MAX_LINK),
      description: cut(metadata.description, MAX_DESCRIPTION),
      hyped: metadata.launchType === 1,
      author: launcherKeys(view).has(author.pkh)
        ? { paymentKey: author.pkh, stakeKey: author.skh }
        : inferAuthor(token, view),
      socials: {
        twitter: linkOrNull(socials.twitter),
        discord: linkOrNull(socials.discord),
        telegram: linkOrNull(socials.telegram),
        website: linkOrNull(socials.website),
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

/** CIP-25 splits texts longer than 64 bytes into lists. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string').join('') : ''
}

const jsonEntry = (token: AssetId, json: unknown): Entry => {
  const name = assetNameOf(token)
  const named = member(json, policyOf(token))
  const entry = member(named, Buffer.from(name, 'hex').toString('utf8')) ?? member(named, name)
  return (key) => member(entry, key)
}

/** Each value is an object that names its type, and a map is a list of pairs. The last pair with the key counts, as in `jsonEntry`. */
const detailedMember = (map: unknown, key: string): unknown => {
  const pairs = member(map, 'map')
  if (!Array.isArray(pairs)) return undefined
  const pair: unknown = pairs.findLast((each) => {
    const name = member(each, 'k')
    return (member(name, 'string') ?? member(name, 'bytes')) === key
  })
  return member(pair, 'v')
}

/** The form of a node that was started with `--metadata-detailed-schema`. */
const detailedEntry = (token: AssetId, json: unknown): Entry => {
  const name = assetNameOf(token)
  const named = detailedMember(json, policyOf(token))
  const entry =
    detailedMember(named, Buffer.from(name, 'hex').toString('utf8')) ?? detailedMember(named, name)
  return (key) => {
    const value = detailedMember(entry, key)
    const list = member(value, 'list')
    return Array.isArray(list) ? list.map((part) => member(part, 'string')) : member(value, 'string')
  }
}

/** Only a byte string (major type 2) or text (3) of definite length has a content. */
const contentOf = (bytes: Buffer, { start, end }: Span, majors: readonly number[]): Buffer | undefined => {
  const { major, argument, end: from } = headAt(bytes, start)
  return majors.includes(major) && argument !== undefined ? bytes.subarray(from, end) : undefined
}

/** The first key with these bytes or this text counts. */
const cborMember = (bytes: Buffer, map: Span | undefined, key: Buffer): Span | undefined => {
  if (map === undefined || headAt(bytes, map.start).major !== 5) return undefined
  const items = itemsAt(bytes, map.start)
  const at = items.findIndex((item, index) => index % 2 === 0 && contentOf(bytes, item, [2, 3])?.equals(key))
  return at < 0 ? undefined : items[at + 1]
}

const cborText = (bytes: Buffer, item: Span): string | undefined =>
  contentOf(bytes, item, [3])?.toString('utf8')

const cborEntry = (token: AssetId, bytes: Buffer): Entry => {
  const policy = Buffer.from(policyOf(token), 'hex')
  const named = cborMember(bytes, { start: 0, end: bytes.length }, policy)
  const entry = cborMember(bytes, named, Buffer.from(assetNameOf(token), 'hex'))
  return (key) => {
    const value = cborMember(bytes, entry, Buffer.from(key))
    if (value === undefined) return undefined
    return headAt(bytes, value.start).major === 4
      ? itemsAt(bytes, value.start).map((item) => cborText(bytes, item))
      : cborText(bytes, value)
  }
}

/** In version 2, policies and names are byte keys, which nodes send only as CBOR. */
const entryOf = (token: AssetId, { transaction }: TransactionView): Entry => {
  const label: unknown = JSON.parse(transaction.metadata.get('721') ?? '{}')
  const cbor = member(label, 'cbor')
  const json = member(label, 'json')
  if (json === undefined && typeof cbor === 'string') return cborEntry(token, Buffer.from(cbor, 'hex'))
  const hasPolicy = member(json, policyOf(token)) !== undefined
  return hasPolicy ? jsonEntry(token, json) : detailedEntry(token, json)
}

/** Empty if the metadata is invalid. */
const fromLabel721 = (token: AssetId, view: TransactionView) => {
  try {
    const entry = entryOf(token, view)
    return {
      ticker: cut(textOf(entry('ticker')), MAX_TICKER),
      logoCid: cut(textOf(entry('image')).replace(/^ipfs:\/\/(ipfs\/)?/, ''), MAX_LINK),
      description: cut(textOf(entry('description')), MAX_DESCRIPTION),
      assetType: ASSET_TYPES.find((type) => type === entry('assetType')) ?? ASSET_TYPES[0],
    }
  } catch {
    return { ticker: '', logoCid: '', description: '', assetType: ASSET_TYPES[0] }
  }
}

/**
 * The possible key that received the first purchase or, without one, the last output, which is the change. Without such a key, the first
 * input's.
 */
const inferAuthor = (token: AssetId, view: TransactionView): LaunchInfo['author'] => {
  const keys = launcherKeys(view)
  const isLaunchers = (output: { readonly address: Hex }): boolean => {
    const key = keyOf(output)
    return key !== undefined && keys.has(key)
  }
  const owned = view.transaction.outputs.filter(isLaunchers)
  const creator =
    owned.find(({ assets }) => assets.some(({ asset }) => asset === token)) ??
    owned.at(-1) ??
    view.spent.find((output) => output !== undefined && isLaunchers(output))
  const paymentKey = creator && keyOf(creator)
  if (creator === undefined || paymentKey === undefined) return null
  const stake = stakeCredential(creator.address)
  return { paymentKey, stakeKey: stake?.kind === 'key' ? stake.hash : '' }
}

export const launchInfo = (token: AssetId, view: TransactionView): LaunchInfo => {
  const described = fromLabel721(token, view)
  const early = { hyped: false, author: inferAuthor(token, view), socials: NO_SOCIALS, output: null }
  return { ...described, ...(fromDatum(token, view) ?? early) }
}
