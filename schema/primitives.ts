// The basic values of all layers. Inside the project, bytes are lower-case hex, amounts are bigints, and slots, heights and indexes are
// numbers. These values are made and checked at the edges (decoding, requests, configuration), and trusted everywhere else.

/** Lower-case hexadecimal bytes, two digits per byte. */
export type Hex = string

/** `{policyId}.{hexAssetName}`, lower case, or `.` for ADA. */
export type AssetId = string

export const ADA = '.' satisfies AssetId

export interface Point {
  readonly slot: number
  /** Block header hash, 32 bytes. */
  readonly id: Hex
}

/** The last block of a chain. */
export interface Tip extends Point {
  readonly height: number
}

/** Maximum number of blocks that a Cardano chain may roll back: k on the public networks. */
export const SECURITY_PARAMETER = 2160

export interface OutputReference {
  /** Transaction id, 32 bytes. */
  readonly transaction: Hex
  readonly index: number
}

/** Smallest units. Only a transaction's mint has negative amounts. */
export interface AssetAmount {
  readonly asset: AssetId
  readonly quantity: bigint
}

/** `devnet` is the project's own chain, with a testnet's rules. */
export const NETWORKS = ['mainnet', 'preprod', 'preview', 'devnet'] as const
export type Network = (typeof NETWORKS)[number]

const HEX = /^(?:[0-9a-f]{2})*$/

/** Lower-case hex; if `bytes` is given, of exactly so many bytes. */
export const isHex = (text: string, bytes?: number): boolean =>
  (bytes === undefined || text.length === bytes * 2) && HEX.test(text)

/** `policy` has 56 hex digits, `name` 0 to 64. If both are empty, the asset is ADA, as in datums. */
export const assetId = (policy: Hex, name: Hex): AssetId => `${policy}.${name}`

/** Empty for ADA. */
export const policyOf = (asset: AssetId): Hex => (asset === ADA ? '' : asset.slice(0, 56))

/** Hex; empty for ADA. */
export const assetNameOf = (asset: AssetId): Hex => (asset === ADA ? '' : asset.slice(57))

/** `txId#index`, the usual written form of an output reference. */
export const formatOutputReference = (reference: OutputReference): string =>
  `${reference.transaction}#${reference.index}`

/** The ledger's order: by transaction id, then by index. */
export const byReference = (a: OutputReference, b: OutputReference): number =>
  a.transaction === b.transaction ? a.index - b.index : a.transaction < b.transaction ? -1 : 1

/** `slot.id`, the form of START_POINT and of log lines. */
export const formatPoint = (point: Point | 'origin'): string =>
  point === 'origin' ? 'origin' : `${point.slot}.${point.id}`

/**
 * Reads `slot.id` or `origin`.
 * @throws {Error} that states the expected form
 */
export const parsePoint = (text: string): Point | 'origin' => {
  if (text === 'origin') return 'origin'
  const match = /^(\d{1,15})\.([0-9a-fA-F]{64})$/.exec(text)
  if (match?.[1] === undefined || match[2] === undefined)
    throw new Error(`"${text}" is not a point: write "origin" or "<slot>.<block id, 64 hex digits>"`)
  return { slot: Number(match[1]), id: match[2].toLowerCase() }
}

/** 0 at the origin, or if unknown. */
export const heightOf = (tip: Tip | 'origin' | null | undefined): number =>
  tip === 'origin' ? 0 : (tip?.height ?? 0)
