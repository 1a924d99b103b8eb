// Transactions that break indexers. Each is allowed by the ledger's rules or was written by a node, and has stopped, corrupted or misled a
// reader of the chain. Each function makes one such transaction for `buildBlock`, with one odd property. `oddBlocks` makes a chain of all
// of them.
import type { OutputReference } from '../../schema/primitives.ts'
import { buildBlock, buildBoundaryBlock, buildByronBlock, type Parent } from './build-block.ts'
import {
  type BuildOutput,
  type BuiltTransaction,
  buildTransaction,
  fakeHash,
  testAddress,
} from './build-transaction.ts'
import type { ChainBlock } from './chain-block.ts'

/** The largest quantity in an output. */
export const MAX_INT64 = 2n ** 63n - 1n

/** Such a native script once stopped followers of a public testnet. */
export const DEEPEST_SCRIPT = 5_383

export const payment = (to = 'payee'): BuiltTransaction =>
  buildTransaction({ outputs: [{ address: testAddress(to), lovelace: 2_000_000n }] })

/** Overflows recursive parsers and writers. */
export const deepScript = (depth = DEEPEST_SCRIPT): BuiltTransaction => {
  const open = '{"clause":"all","from":['.repeat(depth - 1)
  const inner = `{"clause":"signature","from":"${fakeHash('signer', 28)}"}`
  return buildTransaction({
    outputs: [{ lovelace: 1_000_000n }],
    nativeScripts: [`${open}${inner}${']}'.repeat(depth - 1)}`],
  })
}

/** The keys have a special meaning for JavaScript objects. */
const hostileKeys = (): BuiltTransaction =>
  buildTransaction({
    outputs: [{ lovelace: 1_000_000n }],
    metadata: {
      '1': '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"x-constructor":"x","toString":1}',
      '2': '[{"a__proto__b":2,"hasOwnProperty":false}]',
    },
  })

/** A double cannot represent these amounts, slots and metadata. */
const hugeAmounts = (): BuiltTransaction => {
  const asset = `${fakeHash('huge', 28)}.${Buffer.from('HUGE').toString('hex')}`
  return buildTransaction({
    outputs: [{ lovelace: MAX_INT64, assets: [{ asset, quantity: MAX_INT64 }] }],
    mint: [{ asset, quantity: -MAX_INT64 }],
    validity: { from: 2n ** 53n + 1n, until: MAX_INT64 },
    metadata: { '18446744073709551615': '[18446744073709551615,-18446744073709551616]' },
  })
}

/**
 * A transaction whose scripts failed in phase 2. It loses `collaterals`, and creates only `collateralReturn`, with the index after the last
 * declared output. Its declared mint does not happen.
 */
export const failedScripts = (
  collaterals: readonly OutputReference[] = [{ transaction: fakeHash('collateral'), index: 0 }],
  collateralReturn?: BuildOutput,
): BuiltTransaction =>
  buildTransaction({
    outputs: [{ lovelace: 3_000_000n }, { lovelace: 4_000_000n }],
    mint: [{ asset: `${fakeHash('never minted', 28)}.00`, quantity: 1n }],
    failed: { collaterals, ...(collateralReturn ? { collateralReturn } : {}) },
    redeemers: new Map([[0, 'd87980']]),
  })

/** Ogmios 7 writes no empty `outputs`, `validityInterval` or `treasury`. */
const leanMembers = (): BuiltTransaction => buildTransaction({ style: 'v7' })

/** A careless rewrite of large numbers would change these texts and keys. */
const digitRuns = (): BuiltTransaction =>
  buildTransaction({
    outputs: [{ lovelace: 1_000_000n }],
    metadata: {
      '3': '{"9007199254740993":"12345678901234567890","quote":"\\":9223372036854775807,","list":"[9007199254740993]"}',
    },
  })

/** Unicode of every width, escapes, and a text that looks like the members of a block. */
const unicodeText = (): BuiltTransaction =>
  buildTransaction({
    outputs: [{ lovelace: 1_000_000n }],
    metadata: {
      '4': '{"é日本語🚀":"\\u00e9\\ud83d\\ude80\\u0000\\\\\\"\\n","brackets":"}]{[","block":"{\\"slot\\":1,\\"transactions\\":["}',
    },
  })

/** One odd case per block: first Byron, then Conway. */
export const oddBlocks = (parent: Parent = 'genesis'): ChainBlock[] => {
  const boundary = buildBoundaryBlock(parent)
  const byron = buildByronBlock(boundary)
  const blocks = [boundary, byron]
  const transactions = [
    payment(),
    deepScript(),
    hostileKeys(),
    hugeAmounts(),
    failedScripts(),
    failedScripts([{ transaction: fakeHash('collateral'), index: 1 }], { lovelace: 4_500_000n }),
    leanMembers(),
    digitRuns(),
    unicodeText(),
  ]
  for (const transaction of transactions)
    blocks.push(buildBlock(blocks.at(-1) ?? parent, { transactions: [transaction] }))
  return blocks
}
