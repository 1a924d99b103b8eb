// Addresses as datums write them, and as the ledger does (CIP-19 raw bytes). The two carry the same credentials;
// only the raw form knows the network. Pointer stake parts are refused, as the launchpad's executors refuse them.
import type { PlutusData } from '../plutus-data.ts'
import type { Hex, Network } from '../primitives.ts'
import { isHex } from '../primitives.ts'
import { construct, HASH_BYTES, isConstructor, readFields, readHash } from './fields.ts'

export interface Credential {
  readonly kind: 'key' | 'script'
  /** 28 bytes. */
  readonly hash: Hex
}

/** An address without its network: a payment credential and, unless it is an enterprise address, a stake credential. */
export interface PlutusAddress {
  readonly payment: Credential
  readonly stake?: Credential
}

/** The network a raw address is for: 1 is mainnet, 0 every test network. */
export type NetworkId = 0 | 1

export const networkIdOf = (network: Network): NetworkId => (network === 'mainnet' ? 1 : 0)

const HASH_DIGITS = HASH_BYTES * 2

/** Constructor 0 of a key hash, or constructor 1 of a script hash. */
export const readCredential = (data: PlutusData | undefined): Credential | undefined => {
  if (!isConstructor(data) || data.fields.length !== 1) return undefined
  const hash = readHash(data.fields[0])
  if (hash === undefined || data.constructor > 1) return undefined
  return { kind: data.constructor === 0 ? 'key' : 'script', hash }
}

export const writeCredential = ({ kind, hash }: Credential): PlutusData => ({
  constructor: kind === 'key' ? 0 : 1,
  fields: [hash],
})

/** A stake credential in its wrapper: constructor 0 of a credential. Pointers (constructor 1) are refused. */
export const readInlineCredential = (data: PlutusData | undefined): Credential | undefined =>
  readCredential(readFields(data, 0, 1)?.[0])

export const writeInlineCredential = (credential: Credential): PlutusData =>
  construct(writeCredential(credential))

/** Constructor 0 of a payment credential and an optional (0: some, 1: none) wrapped stake credential. */
export const readAddress = (data: PlutusData | undefined): PlutusAddress | undefined => {
  const fields = readFields(data, 0, 2)
  const payment = readCredential(fields?.[0])
  if (payment === undefined) return undefined
  if (readFields(fields?.[1], 1, 0) !== undefined) return { payment }
  const stake = readInlineCredential(readFields(fields?.[1], 0, 1)?.[0])
  return stake === undefined ? undefined : { payment, stake }
}

export const writeAddress = ({ payment, stake }: PlutusAddress): PlutusData =>
  construct(
    writeCredential(payment),
    stake === undefined ? { constructor: 1, fields: [] } : construct(writeInlineCredential(stake)),
  )

/** The raw bytes of an address on a network. */
export const rawAddress = ({ payment, stake }: PlutusAddress, network: NetworkId): Hex => {
  const script = payment.kind === 'script' ? 1 : 0
  const type = stake === undefined ? 6 + script : stake.kind === 'script' ? 2 + script : script
  return `${type.toString(16)}${network}${payment.hash}${stake?.hash ?? ''}`
}

/**
 * The credentials of a raw base or enterprise address, and its network. `undefined` for everything else: Byron,
 * pointer and stake addresses, wrong lengths.
 */
export const parseRawAddress = (
  raw: Hex,
): { readonly address: PlutusAddress; readonly network: NetworkId } | undefined => {
  const header = Number.parseInt(raw.slice(0, 2), 16)
  const type = header >> 4
  const network = header & 0xf
  const base = type <= 3
  if (!base && type !== 6 && type !== 7) return undefined
  if (network !== 0 && network !== 1) return undefined
  if (!isHex(raw, 1 + HASH_BYTES * (base ? 2 : 1))) return undefined
  const payment = credential((type & 1) === 1, raw.slice(2, 2 + HASH_DIGITS))
  if (!base) return { address: { payment }, network }
  return { address: { payment, stake: credential(type >= 2, raw.slice(2 + HASH_DIGITS)) }, network }
}

const credential = (script: boolean, hash: Hex): Credential => ({ kind: script ? 'script' : 'key', hash })
