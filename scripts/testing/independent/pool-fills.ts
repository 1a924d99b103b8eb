// Amounts that the filled orders of a transaction gave and received, from the outputs alone: output i answers input i. A buy
// counts its input before the percentage fee, a sell its output after it, without flat fees.
import assert from 'node:assert/strict'
import type { PlacedTransaction, RawOutput } from '../../../fixtures/hostile/raw-ledger.ts'
import type { PlutusData } from '../../../schema/codecs/plutus-data.ts'
import type { PlainOperations } from './part.ts'

export interface Fill {
  readonly isBuy: boolean
  readonly lovelace: bigint
  readonly tokens: bigint
}

export interface Plain {
  readonly transaction: PlacedTransaction
  readonly orderScripts: PlainOperations['orders']
  readonly datumOf: (output: RawOutput) => readonly PlutusData[]
}

const int = (data: PlutusData | undefined): bigint => (typeof data === 'bigint' ? data : assert.fail())

const kindOf = (scripts: PlainOperations['orders'], { address }: RawOutput): string | undefined =>
  scripts.find(({ scriptHash }) => scriptHash === address.slice(2, 58))?.kind

/** Whether the asset in a datum is ADA, which has no policy. */
const isAda = (data: PlutusData | undefined): boolean =>
  typeof data === 'object' && 'fields' in data && data.fields[0] === ''

/** Where the pool had no room for the whole order, fee and input are returned in proportion, rounded up. */
const swapped = (asked: bigint, fee: bigint, gave: bigint): bigint =>
  gave >= asked + fee ? asked : (gave * asked + asked + fee - 1n) / (asked + fee)

const instantFill = (
  order: RawOutput,
  answer: RawOutput,
  datum: readonly PlutusData[],
  token: string,
): Fill => {
  const [fee, deposit] = [int(datum[5]), int(datum[6])]
  const got = (answer.assets.get(token) ?? 0n) - (order.assets.get(token) ?? 0n)
  if (!isAda(datum[2]))
    return { isBuy: false, lovelace: answer.lovelace - order.lovelace + fee, tokens: -got }
  const asked = order.lovelace - fee - deposit
  return { isBuy: true, lovelace: swapped(asked, fee, order.lovelace - answer.lovelace), tokens: got }
}

const limitFill = (
  order: RawOutput,
  answer: RawOutput,
  datum: readonly PlutusData[],
  token: string,
  rest: readonly PlutusData[] | undefined,
): Fill => {
  const [tradable, cost, fee] = [int(datum[3]), int(datum[4]), int(datum[8])]
  const [left, feeLeft] = rest === undefined ? [0n, 0n] : [int(rest[3]), int(rest[8])]
  const got = (answer.assets.get(token) ?? 0n) - (order.assets.get(token) ?? 0n)
  const gave = order.lovelace - answer.lovelace
  return isAda(datum[2])
    ? {
        isBuy: true,
        lovelace:
          rest !== undefined
            ? tradable - left
            : gave >= tradable + fee
              ? tradable
              : swapped(tradable, fee, gave - cost),
        tokens: got,
      }
    : { isBuy: false, lovelace: answer.lovelace - order.lovelace + fee - feeLeft + cost, tokens: -got }
}

/**
 * The fills of a transaction with a pool, in the order of its inputs. @param gained lovelace that the pool gained: lovelace that
 * sellers received beyond it was saved from their flat costs
 */
export const fillsOf = (
  { transaction, orderScripts, datumOf }: Plain,
  token: string,
  gained: bigint,
): Fill[] => {
  const fills = transaction.spent.flatMap((order, at): Fill[] => {
    const kind = order && kindOf(orderScripts, order)
    const answer = transaction.outputs[at]
    if (order === undefined || kind === undefined || answer === undefined) return []
    const datum = datumOf(order)
    if (kind === 'instant') return [instantFill(order, answer, datum, token)]
    const rest = answer.address === order.address ? datumOf(answer) : undefined
    return [limitFill(order, answer, datum, token, rest)]
  })
  assert.ok(fills.length > 0, `transaction ${transaction.id} trades without an order`)
  const missing = fills.reduce((sum, { isBuy, lovelace }) => sum + (isBuy ? lovelace : -lovelace), -gained)
  if (missing >= 0n) return fills
  assert.equal(fills.filter(({ isBuy }) => !isBuy).length, 1, 'one sell at most saves costs')
  return fills.map((fill) => (fill.isBuy ? fill : { ...fill, lovelace: fill.lovelace + missing }))
}
