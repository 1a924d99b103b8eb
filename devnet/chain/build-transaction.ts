// Makes transactions in a node's form, for tests that need transactions that are not recorded. Amounts are bigints. The result is JSON with
// members in the node's order, without empty members. The id is a hash of the content, so the same call always makes the same transaction.
// Transactions are not signed, and no ledger rule is checked.
import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { assetMembers, inLedgerOrder, outputMembers, referenceJson } from '../../schema/ogmios/output-json.ts'
import { list, listed, type Members, members, object } from '../../schema/ogmios/write-json.ts'
import type { AssetAmount, Hex, OutputReference } from '../../schema/primitives.ts'
import { byReference } from '../../schema/primitives.ts'

/** The first `bytes` bytes of SHA-256 of `text`, repeated as needed. */
export const fakeHash = (text: string, bytes = 32): Hex => {
  const digest = createHash('sha256').update(text).digest('hex')
  return digest.repeat(Math.ceil(bytes / 32)).slice(0, bytes * 2)
}

/** A testnet address (CIP-19, type 6). */
export const testAddress = (name: string): string =>
  bech32.encode('addr_test', bech32.toWords(Buffer.from(`60${fakeHash(name, 28)}`, 'hex')))

/** Amounts in lovelace and in assets' smallest units. */
export interface BuildOutput {
  readonly address?: string
  readonly lovelace: bigint
  readonly assets?: readonly AssetAmount[]
  readonly datum?: Hex
  readonly datumHash?: Hex
}

export interface BuildTransaction {
  readonly inputs?: readonly OutputReference[]
  readonly outputs?: readonly BuildOutput[]
  readonly mint?: readonly AssetAmount[]
  readonly fee?: bigint
  readonly validity?: { readonly from?: bigint; readonly until?: bigint }
  /** Key hashes. */
  readonly signatories?: readonly Hex[]
  /** Each value is JSON text for the node's `json` member, by label. */
  readonly metadata?: Readonly<Record<string, string>>
  readonly nativeScripts?: readonly string[]
  /** CBOR, by the index of the spent input. */
  readonly redeemers?: ReadonlyMap<number, Hex>
  /** CBOR, by hash. */
  readonly datums?: Readonly<Record<Hex, Hex>>
  /** A transaction whose scripts failed loses the collaterals, and creates only the collateral return. */
  readonly failed?: {
    readonly collaterals: readonly OutputReference[]
    readonly collateralReturn?: BuildOutput
  }
  /** Made by `buildSubTransaction`. */
  readonly subTransactions?: readonly BuiltTransaction[]
  /** Ogmios 6 writes `outputs`, `validityInterval` and `treasury` even if they are empty; Ogmios 7 omits them. Default: v6. */
  readonly style?: 'v6' | 'v7'
}

export interface BuiltTransaction {
  readonly id: Hex
  readonly json: string
}

const ada = (lovelace: bigint): string => `{"ada":{"lovelace":${lovelace}}}`

const sortedAssets = (assets: readonly AssetAmount[]): AssetAmount[] => inLedgerOrder([...assets])

const outputJson = ({ address, assets = [], ...output }: BuildOutput): string =>
  object(
    outputMembers({ ...output, address: address ?? testAddress('anyone'), assets: sortedAssets(assets) }),
  )

const referencesJson = (references: readonly OutputReference[]): string[] =>
  references.toSorted(byReference).map(referenceJson)

const validityJson = ({ from, until }: { from?: bigint; until?: bigint }): string =>
  object({ invalidBefore: from?.toString(), invalidAfter: until?.toString() })

const metadataJson = (metadata: Readonly<Record<string, string>>): string => {
  const labels = object(
    Object.fromEntries(Object.entries(metadata).map(([label, json]) => [label, `{"json":${json}}`])),
  )
  return `{"hash":"${fakeHash(labels)}","labels":${labels}}`
}

const scriptsJson = (scripts: readonly string[]): string =>
  object(
    Object.fromEntries(scripts.map((json) => [fakeHash(json, 28), `{"language":"native","json":${json}}`])),
  )

const redeemersJson = (redeemers: ReadonlyMap<number, Hex>): string =>
  list(
    [...redeemers].map(
      ([index, cbor]) =>
        `{"validator":{"index":${index},"purpose":"spend"},"redeemer":"${cbor}","executionUnits":{"memory":500000,"cpu":200000000}}`,
    ),
  )

const contentOf = (options: BuildTransaction, inputs: readonly OutputReference[]): Members => {
  const { outputs = [], failed, metadata, nativeScripts = [], redeemers, style = 'v6' } = options
  const lean = style === 'v7'
  const validity = validityJson(options.validity ?? {})
  return {
    spends: failed ? '"collaterals"' : '"inputs"',
    inputs: list(referencesJson(inputs)),
    outputs: lean ? listed(outputs.map(outputJson)) : list(outputs.map(outputJson)),
    collaterals: listed(failed && referencesJson(failed.collaterals)),
    collateralReturn: failed?.collateralReturn && outputJson(failed.collateralReturn),
    mint: options.mint && members(assetMembers(sortedAssets(options.mint))),
    requiredExtraSignatories: listed(options.signatories?.map((hash) => JSON.stringify(hash))),
    fee: ada(options.fee ?? 170_000n),
    validityInterval: lean && validity === '{}' ? undefined : validity,
    treasury: lean ? undefined : '{}',
    subTransactions: listed(options.subTransactions?.map(({ json }) => json)),
    metadata: metadata && metadataJson(metadata),
    signatories: '[]',
    scripts: nativeScripts.length === 0 ? undefined : scriptsJson(nativeScripts),
    datums: options.datums && JSON.stringify(options.datums),
    redeemers: redeemers && redeemersJson(redeemers),
  }
}

/** No other transaction spends this input. */
const madeUpInput = (options: BuildTransaction): OutputReference => ({
  transaction: fakeHash(`input of ${object(contentOf(options, []))}`),
  index: 0,
})

const withId = (body: Members): BuiltTransaction => {
  const id = fakeHash(object(body))
  return { id, json: object({ id: `"${id}"`, ...body }) }
}

/**
 * A transaction of Dijkstra if it has sub-transactions, else of Conway. Without given inputs, it spends an invented output that no other
 * transaction spends.
 */
export const buildTransaction = (options: BuildTransaction = {}): BuiltTransaction =>
  withId(contentOf(options, options.inputs?.length ? options.inputs : [madeUpInput(options)]))

/** A sub-transaction of Dijkstra has no fee and no collaterals, and is valid if its transaction is. */
export const buildSubTransaction = (
  options: Omit<BuildTransaction, 'failed' | 'fee' | 'subTransactions' | 'style'> = {},
): BuiltTransaction => {
  const { spends, fee, ...body } = contentOf(
    { ...options, style: 'v7' },
    options.inputs ?? [madeUpInput(options)],
  )
  return withId(body)
}
