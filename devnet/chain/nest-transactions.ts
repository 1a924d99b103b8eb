// Nests some transactions of a block in later transactions of the block as sub-transactions (CIP-118), as a batcher does. Transactions keep
// their ids, and the outer transaction pays the fees of all. So a block has the same effects with and without nesting.
import { parseLossless, stringifyLossless } from '../../schema/ogmios/lossless-json.ts'
import { memberText } from '../../schema/ogmios/member-text.ts'
import { readReferenceJson } from '../../schema/ogmios/output-json.ts'
import { items, record, text } from '../../schema/ogmios/read-json.ts'
import { object } from '../../schema/ogmios/write-json.ts'
import type { BuiltTransaction } from './build-transaction.ts'
import type { ChainBlock } from './chain-block.ts'

/** In the node's order. */
const SHARED = [
  'id',
  'inputs',
  'references',
  'outputs',
  'withdrawals',
  'mint',
  'requiredExtraSignatories',
  'network',
  'scriptIntegrityHash',
  'validityInterval',
  'metadata',
  'signatories',
  'scripts',
  'datums',
  'redeemers',
] as const

/** Ogmios 7 leaves out empty outputs and validity intervals. */
const isEmpty = (text: string | undefined): boolean => text === '[]' || text === '{}'

const subTransactionJson = ({ json }: BuiltTransaction): string => {
  const bytes = Buffer.from(json)
  return object(
    Object.fromEntries(
      SHARED.map((name) => {
        const value = memberText(bytes, name)?.toString()
        const isOptional = name === 'outputs' || name === 'validityInterval'
        return [name, isOptional && isEmpty(value) ? undefined : value]
      }),
    ),
  )
}

const FEE = /"fee":\{"ada":\{"lovelace":(\d+)\}\}/

const feeOf = ({ json }: BuiltTransaction): bigint => BigInt(FEE.exec(json)?.[1] ?? 0)

export const withSubTransactions = (
  host: BuiltTransaction,
  nested: readonly BuiltTransaction[],
): BuiltTransaction => {
  if (nested.length === 0) return host
  const fee = [host, ...nested].reduce((sum, each) => sum + feeOf(each), 0n)
  // `$` is special in a replacement text.
  const json = host.json
    .replace(FEE, () => `"fee":{"ada":{"lovelace":${fee}}}`)
    .replace(',"spends"', (spends) => `,"subTransactions":[${nested.map(subTransactionJson)}]${spends}`)
  return { id: host.id, json }
}

const partsOf = (transaction: BuiltTransaction) => {
  const { spends, inputs } = record(JSON.parse(transaction.json), 'a transaction')
  return {
    transaction,
    isValid: spends === 'inputs',
    /** Transactions whose outputs this transaction spends. */
    spent: new Set(items(inputs, 'inputs').map((input) => readReferenceJson(input).transaction)),
  }
}

/**
 * All inputs of a batch must exist before the batch, so transactions that spend each other's outputs are not put together. Nested in a
 * transaction whose scripts failed, a transaction has no effect there, and is applied later at its own place in the block.
 * @param isChosen decides about each possible nesting
 */
export const nestTransactions = (
  transactions: readonly BuiltTransaction[],
  isChosen: () => boolean,
): BuiltTransaction[] => {
  const all = transactions.map(partsOf)
  const batches: (typeof all)[] = []
  for (const [index, each] of all.entries()) {
    const batch = batches.at(-1)
    const isApart = batch?.every(({ isValid, transaction }) => isValid && !each.spent.has(transaction.id))
    const next = all[index + 1]
    if (!each.isValid && next?.isValid && !next.spent.has(each.transaction.id) && isChosen())
      batches.push([{ ...each, transaction: withSubTransactions(each.transaction, [next.transaction]) }])
    else if (batch !== undefined && each.isValid && isApart && isChosen()) batch.push(each)
    else batches.push([each])
  }
  return batches.flatMap((batch) => {
    const host = batch.at(-1)
    if (host === undefined) return []
    return [
      withSubTransactions(
        host.transaction,
        batch.slice(0, -1).map(({ transaction }) => transaction),
      ),
    ]
  })
}

/** The Dijkstra block keeps the id of the recorded block. */
export const asNested = (block: ChainBlock, isChosen: () => boolean): ChainBlock => {
  const { transactions, ...header } = record(parseLossless(block.json.toString()), 'a block')
  const texts = items(transactions, 'transactions').map((transaction) => ({
    id: text(record(transaction, 'a transaction').id, 'id'),
    json: stringifyLossless(transaction),
  }))
  const nested = nestTransactions(texts, isChosen).map(({ json }) => json)
  const era = 'dijkstra'
  const start = stringifyLossless({ ...header, era }).slice(0, -1)
  return { ...block, era, json: Buffer.from(`${start},"transactions":[${nested}]}`) }
}
