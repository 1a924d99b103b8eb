// Kupo's patterns (https://cardanosolutions.github.io/kupo/#section/Patterns) that are supported here: an exact address, a payment part,
// the outputs of a transaction, and a listed token. Patterns that would need a scan of all outputs are refused.
import { bech32 } from '@scure/base'
import { isPaymentAddress, parseAddress } from '../../schema/codecs/address.ts'
import { ApiError } from '../../schema/errors.ts'
import { blake2b224 } from '../../schema/launchpad/derivations.ts'
import { type Hex, isHex } from '../../schema/primitives.ts'

export type MatchPattern =
  | {
      readonly kind: 'address'
      /** 29 bytes: header and payment part. */
      readonly beginnings: readonly Hex[]
      /** Bytes after the payment part; absent if any match. */
      readonly rest?: Hex
    }
  | { readonly kind: 'transaction'; readonly transaction: Hex; readonly index?: number }
  | {
      readonly kind: 'asset'
      readonly policy: Hex
      /** Absent if any name matches. */
      readonly assetName?: Hex
      /** Outputs of these scripts are searched in addition to those of holders. */
      readonly scripts?: readonly Hex[]
    }

/** The pattern would need a scan of all outputs. */
interface UnsupportedPattern {
  readonly kind: 'unlisted'
  readonly hint: string
}

const unlisted = (hint: string): UnsupportedPattern => ({ kind: 'unlisted', hint })

export const badRequest = (hint: string): ApiError => new ApiError('INVALID_PARAMS', hint)

const WRITE =
  'Write an address, CREDENTIAL/* or CREDENTIAL/CREDENTIAL, *@TRANSACTION_ID, OUTPUT_INDEX@TRANSACTION_ID, POLICY_ID.ASSET_NAME or POLICY_ID.*.'

const EVERYTHING = `The outputs of the whole chain cannot be listed. ${WRITE}`

const BEGINNING_DIGITS = 58
const KEYS = ['vk', 'addr_vk', 'stake_vk']
const HASHES = ['vkh', 'addr_vkh', 'stake_vkh', 'script']

/** From the hash or the key, in hex or bech32. */
const credentialHash = (text: string): Hex => {
  try {
    if (/^[0-9a-f]{56}$/.test(text)) return text
    if (/^[0-9a-f]{64}$/.test(text)) return blake2b224(text)
    const { prefix, bytes } = bech32.decodeToBytes(text)
    const hex = Buffer.from(bytes).toString('hex')
    if (KEYS.includes(prefix) && bytes.length === 32) return blake2b224(hex)
    if (HASHES.includes(prefix) && bytes.length === 28) return hex
  } catch {
    // Thrown below.
  }
  throw badRequest(
    'A credential must be the hash of a key or script in 56 hex digits, a key in 64, or one of both in bech32 (vk, addr_vk, vkh, addr_vkh, script).',
  )
}

/** Address types by stake part (CIP-19): key, script, pointer, none. */
const WITH_STAKE = [0, 1, 2, 3]
const ALL = [0, 1, 2, 3, 4, 5, 6, 7]

const ofCredentials = (
  payment: string,
  delegation: string,
  networkId: 0 | 1,
): MatchPattern | UnsupportedPattern => {
  const rest = delegation === '*' ? undefined : credentialHash(delegation)
  if (payment === '*')
    return unlisted(
      rest === undefined
        ? EVERYTHING
        : 'Outputs cannot be found by the delegation part alone: give the payment part too, or an address.',
    )
  const hash = credentialHash(payment)
  const beginnings = (rest === undefined ? ALL : WITH_STAKE).map(
    (type) => `${type.toString(16)}${networkId}${hash}`,
  )
  return { kind: 'address', beginnings, ...(rest !== undefined && { rest }) }
}

const ASSET = /^([0-9a-f]{56})\.(\*|(?:[0-9a-f]{2}){0,32})$/
const OUTPUT = /^(\*|[0-9]{1,5})@([0-9a-f]{64})$/

/** Raw bytes: header with payment part, and the rest. */
export const partsOfAddress = (address: Hex) => ({
  beginning: address.slice(0, BEGINNING_DIGITS),
  rest: address.slice(BEGINNING_DIGITS),
})

const isStakeAddress = (text: string): boolean => {
  try {
    const hex = isHex(text) ? text : Buffer.from(bech32.decodeToBytes(text).bytes).toString('hex')
    return /^[ef][01][0-9a-f]{56}$/.test(hex)
  } catch {
    return false
  }
}

const ofAddress = (text: string): MatchPattern => {
  let address: Hex | undefined
  try {
    address = isHex(text) ? text : parseAddress(text)
  } catch {
    // Thrown below.
  }
  if (address === undefined || address.length < BEGINNING_DIGITS || !isPaymentAddress(address))
    throw badRequest(`The pattern is not an address. ${WRITE}`)
  const { beginning, rest } = partsOfAddress(address)
  return { kind: 'address', beginnings: [beginning], rest }
}

/**
 * @param given hex may be in upper or lower case
 * @throws {ApiError} with a hint if the pattern is invalid
 */
export const parsePattern = (given: string, networkId: 0 | 1): MatchPattern | UnsupportedPattern => {
  // Base58 (Byron) has letters of both cases; bech32 and hex have one case.
  const text =
    /^[A-HJ-NP-Za-km-z1-9]+$/.test(given) && !isHex(given.toLowerCase()) ? given : given.toLowerCase()
  if (text === '*') return unlisted(EVERYTHING)
  const [, index, transaction] = OUTPUT.exec(text) ?? []
  if (transaction !== undefined)
    return { kind: 'transaction', transaction, ...(index === '*' ? {} : { index: Number(index) }) }
  if (text.includes('@'))
    throw badRequest(
      'An output is OUTPUT_INDEX@TRANSACTION_ID or *@TRANSACTION_ID, with an id of 64 hex digits.',
    )
  const [payment = '', delegation, ...more] = text.split('/')
  if (delegation !== undefined && more.length === 0) return ofCredentials(payment, delegation, networkId)
  if (isStakeAddress(text))
    return unlisted('Outputs cannot be found by a stake address: give a payment address or CREDENTIAL/*.')
  const [, policy, assetName] = ASSET.exec(text) ?? []
  if (policy !== undefined) return { kind: 'asset', policy, ...(assetName === '*' ? {} : { assetName }) }
  if (text.includes('.'))
    throw badRequest(
      'An asset is POLICY_ID.ASSET_NAME or POLICY_ID.*, with an id of 56 hex digits and a name of up to 64.',
    )
  if (/^\{[0-9]+\}$/.test(text)) return unlisted('Outputs cannot be found by a metadata tag.')
  return ofAddress(text)
}
