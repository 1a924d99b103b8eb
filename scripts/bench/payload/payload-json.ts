// A block event as JSON, the way it would be kept without a form of its own: amounts as digits, metadata as an
// object, and back again.
import type { BlockEvent } from '../../../schema/events.ts'
import type { AssetAmount } from '../../../schema/primitives.ts'

const amountsOut = (amounts: readonly AssetAmount[]) =>
  amounts.map(({ asset, quantity }) => ({ asset, quantity: quantity.toString() }))

const plain = (block: BlockEvent) => ({
  ...block,
  transactions: block.transactions.map((transaction) => ({
    ...transaction,
    // By name: an output of the log has its assets in bytes too.
    outputs: transaction.outputs.map(
      ({ address, lovelace, assets, datum, datumHash, hasReferenceScript, script }) => ({
        address,
        lovelace: lovelace.toString(),
        assets: amountsOut(assets),
        ...(datum === undefined ? undefined : { datum }),
        ...(datumHash === undefined ? undefined : { datumHash }),
        hasReferenceScript,
        ...(script && { script }),
      }),
    ),
    mint: amountsOut(transaction.mint),
    validity: {
      from: transaction.validity.from?.toString(),
      until: transaction.validity.until?.toString(),
    },
    metadata: Object.fromEntries(transaction.metadata),
  })),
})

type Plain = ReturnType<typeof plain>

const amountsIn = (amounts: Plain['transactions'][number]['mint']): AssetAmount[] =>
  amounts.map(({ asset, quantity }) => ({ asset, quantity: BigInt(quantity) }))

export const toJson = (block: BlockEvent): string => JSON.stringify(plain(block))

export const fromJson = (text: string): BlockEvent => {
  const block: Plain = JSON.parse(text)
  return {
    ...block,
    transactions: block.transactions.map((transaction) => {
      const { from, until } = transaction.validity
      return {
        ...transaction,
        outputs: transaction.outputs.map((output) => ({
          ...output,
          lovelace: BigInt(output.lovelace),
          assets: amountsIn(output.assets),
        })),
        mint: amountsIn(transaction.mint),
        validity: {
          ...(from === undefined ? undefined : { from: BigInt(from) }),
          ...(until === undefined ? undefined : { until: BigInt(until) }),
        },
        metadata: new Map(Object.entries(transaction.metadata)),
      }
    }),
  }
}
