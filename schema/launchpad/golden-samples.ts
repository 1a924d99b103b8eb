// Real transactions, outputs and datums with what they are known to say, for tests. They are a file outside the
// project (see REAL_CHAIN_DATA); the numbers in it that are public facts stand in the other tests too, which run
// without it.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Credential } from '../address.ts'
import type { PlutusStyle } from '../plutus-data.ts'

/** Numbers, texts, lists and objects: what a sample says, before its kind is known. */
type Json = string | number | null | readonly Json[] | { readonly [key: string]: Json }
export type Decoded = { readonly layout: string; readonly data?: Constructed } & {
  readonly [key: string]: Json
}
export type Constructed =
  | number
  | string
  | readonly Constructed[]
  | { readonly c: number; readonly f: readonly Constructed[] }

export interface Output {
  readonly address: {
    readonly hex: string
    readonly network: string
    readonly payment: Credential
    readonly stake: Credential | null
  }
  readonly lovelace: string
  readonly assets: Readonly<Record<string, string>>
  readonly inlineDatumCbor?: string
  readonly decodedDatum?: Decoded
  readonly datum?: Decoded
}

export interface Transaction {
  readonly inputs: readonly string[]
  readonly outputs: readonly Output[]
  readonly redeemers?: readonly { readonly tag: number; readonly data: Constructed }[]
}

export type Entry = { readonly name: string; readonly cborHex: string } & (
  | { readonly type: 'tx'; readonly decoded: Transaction }
  | { readonly type: 'utxo'; readonly decoded: Output }
  | { readonly type: 'datum'; readonly decoded: Decoded }
  | { readonly type: 'numeric'; readonly decoded: Rows }
)

/** Numbers by name; the rows of a batch carry its fills too. */
export type Rows = readonly (Readonly<Record<string, string>> & {
  readonly fills?: readonly (readonly [string, string])[]
})[]

const realData =
  process.env.REAL_CHAIN_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const file = `${realData}/golden.json`
const golden: Readonly<Record<string, Entry>> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

/** The samples; none when the file is absent. */
export const samples: readonly Entry[] = Object.values(golden)

/** Why there are no samples, or `false`. */
export const skip: string | false = samples.length > 0 ? false : `${file} is absent; set REAL_CHAIN_DATA`

/** The style a datum's outermost fields are written in. */
export const styleOf = (cbor: string): PlutusStyle => (cbor.slice(4, 6) === '9f' ? 'indefinite' : 'definite')
