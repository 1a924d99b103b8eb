// Addresses as datums have them, and as the ledger has them (CIP-19 raw bytes). Both contain the same credentials, but only the raw form
// contains the network. Like the launchpad's executors, this code refuses pointer stake parts.
import { type Credential, paymentCredential, stakeCredential } from '../codecs/address.ts'
import type { PlutusData } from '../codecs/plutus-data.ts'
import { type Hex, isHex } from '../primitives.ts'
import { construct, HASH_BYTES, isConstructor, readFields, readHash } from './datums/fields.ts'

/** An enterprise address lacks the stake credential. */
export interface PlutusAddress {
  readonly payment: Credential
  readonly stake?: Credential
}

/** Constructor 0 of a key hash, or constructor 1 of a script hash. */
const readCredential = (data: PlutusData | undefined): Credential | undefined => {
  if (!isConstructor(data) || data.fields.length !== 1) return undefined
  const hash = readHash(data.fields[0])
  if (hash === undefined || data.constructor > 1) return undefined
  return { kind: data.constructor === 0 ? 'key' : 'script', hash }
}

const writeCredential = ({ kind, hash }: Credential): PlutusData => ({
  constructor: kind === 'key' ? 0 : 1,
  fields: [hash],
})

/** Constructor 0 of a credential. Pointers (constructor 1) are refused. */
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

/** Id 1 is mainnet, 0 every test network. */
export const rawAddress = ({ payment, stake }: PlutusAddress, network: 0 | 1): Hex => {
  const script = payment.kind === 'script' ? 1 : 0
  const type = stake === undefined ? 6 + script : stake.kind === 'script' ? 2 + script : script
  return `${type.toString(16)}${network}${payment.hash}${stake?.hash ?? ''}`
}

/**
 * Reads base and enterprise addresses. `undefined` for anything else: Byron, pointer and stake addresses, other networks, wrong lengths.
 */
export const parseRawAddress = (
  raw: Hex,
): { readonly address: PlutusAddress; readonly network: 0 | 1 } | undefined => {
  const form = /^([0-367])([01])/.exec(raw)
  if (form === null) return undefined
  const network = form[2] === '1' ? 1 : 0
  const base = Number(form[1]) <= 3
  if (!isHex(raw, 1 + HASH_BYTES * (base ? 2 : 1))) return undefined
  const payment = paymentCredential(raw)
  const stake = stakeCredential(raw)
  if (payment === undefined) return undefined
  return { address: stake === undefined ? { payment } : { payment, stake }, network }
}
