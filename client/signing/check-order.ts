// Checks the transaction of an order against its quote.
import { parseAddress } from '../../schema/codecs/address.ts'
import { ADA } from '../../schema/primitives.ts'
import type { OrderQuote } from '../../schema/responses/builder.ts'
import { exact } from '../../schema/responses/numbers.ts'
import { ada, checkCosts, checkInputs, checkOwn, keyOf, must, read, readable, type Signer } from './check.ts'
import { addressText, assetText, numberIn, readTerms } from './order-terms.ts'
import type { Output } from './read-transaction.ts'

/** Hashes of the order contracts, the same on both networks. The page does not take them from the service. */
const PUBLIC = {
  curve: 'd9143ac63473b17a215d1b7484dfb6ac6b4a0005beb0e26a6ca02c96',
  amm: '464eeee89f05aff787d40045af2a40a83fd96c513197d32fbc54ff02',
}
export const CONTRACTS: Readonly<Record<string, typeof PUBLIC>> = { mainnet: PUBLIC, preprod: PUBLIC }

/** Maximum time in ms for which an order cannot be cancelled: 20 minutes, plus the difference of clocks. */
const LONGEST_BOUND_MS = 40 * 60_000

/** Terms that the person was shown. */
export interface ShownOrder {
  readonly isBuy: boolean
  readonly asset: string
  readonly ticker: string
  /** Lovelace of a purchase, or tokens of a sale. */
  readonly amount: bigint
  /** Minimum output that the order accepts. */
  readonly least: bigint
  /** Minimum output by what the person chose: the typed minimum, or the quoted output without the slippage. */
  readonly asked: bigint
  readonly quote: Pick<OrderQuote, 'venue' | 'fees' | 'lovelace'>
  /** Key that fills the pool's orders; empty if unknown. */
  readonly executor: string
  readonly network: string
  /** Unix milliseconds. */
  readonly now: number
}

const checkPlace = ({ address }: Output, { quote: { venue }, network }: ShownOrder, own: string): void => {
  const contract = CONTRACTS[network]?.[venue] ?? address.slice(2, 58)
  // With the same stake part, the type of a script address is the type of a key address plus one.
  const place = `${Number(own[0]) + 1}${own[1]}${contract}${own.slice(58)}`
  must(address === place, 'its order is not at the contract of orders')
}

/** @throws {Error} that names the term that is not as shown */
const checkTerms = (terms: ReadonlyMap<string, string>, shown: ShownOrder, signer: Signer): void => {
  const { isBuy, asset, amount, least, quote, executor, now } = shown
  const number = (name: string) => numberIn(terms, name)
  const isCurve = terms.has('curve')
  const [, numerator, denominator] = /^0\((\d+),(\d+)\)$/.exec(terms.get('price') ?? '') ?? []
  const [most, per] = [BigInt(numerator ?? 0), BigInt(denominator ?? 0)]
  must(isCurve === (quote.venue === 'curve'), 'its order is of another kind')
  must(terms.get('to') === addressText(parseAddress(signer.address)), 'its result goes to another address')
  must(terms.get('input') === assetText(isBuy ? ADA : asset), 'it gives another asset')
  must(terms.get('output') === assetText(isBuy ? asset : ADA), 'it buys another asset')
  must(isCurve || number('amount') === amount, 'its order is of another amount')
  must(per > 0n && amount * most > (least - 1n) * per, 'it accepts a lower output')
  must(
    isCurve || (number('leastStep') ?? 0n) >= (amount * most) / per,
    'it may be filled in several parts, each of which costs',
  )
  const costs = (number('fee') ?? 0n) + (isCurve ? 0n : (number('step') ?? 0n))
  must(costs === BigInt(quote.fees.executor), 'the executor may keep another amount')
  must(!isCurve || number('deposit') === BigInt(quote.fees.deposit), 'another deposit is returned')
  must(terms.get('owner') === `#${keyOf(signer)}`, 'another key can cancel it')
  must(
    !isCurve ||
      (number('cancelledFrom') ?? BigInt(Number.MAX_SAFE_INTEGER)) <= BigInt(now + LONGEST_BOUND_MS),
    'it cannot be cancelled for a long time',
  )
  must(
    !isCurve || executor === '' || terms.get('executor') === `#${executor}`,
    'another key fills it than other orders of this token',
  )
}

/**
 * @returns what leaves the wallet and what comes back, in words
 * @throws {Error} that says what is not as shown
 */
export const checkOrder = (
  built: { readonly cbor: string; readonly txHash: string; readonly entityId: string },
  shown: ShownOrder,
  signer: Signer,
): string => {
  const { isBuy, asset, ticker, amount, least, asked, quote } = shown
  const transaction = read(built)
  // The panel shows a sum of fees.
  must(
    Object.values(quote.fees).every((fee) => BigInt(fee) >= 0n),
    'one of its fees is negative',
  )
  must(least >= asked, 'it accepts a lower output')
  must(built.entityId === `${transaction.id}:0`, 'its order has another id')
  must(transaction.minted.size === 0, 'it mints')
  checkCosts(transaction, signer, false)
  checkInputs(transaction, signer)
  const [order, ...change] = transaction.outputs
  checkOwn(change, signer)
  const { datum = '' } = order ?? {}
  must(datum !== '' && order?.script === undefined, 'it has no order')
  if (order === undefined) return ''
  checkPlace(order, shown, parseAddress(signer.address))
  const costs = BigInt(quote.fees.executor) + BigInt(quote.fees.deposit)
  const total = (isBuy ? amount : 0n) + costs
  must(
    order.lovelace === total && total === BigInt(quote.lovelace),
    'another amount of ADA leaves the wallet',
  )
  const tokens = order.assets.map((each) => `${each.asset} ${each.quantity}`).join()
  must(tokens === (isBuy ? '' : `${asset} ${amount}`), 'another amount of tokens leaves the wallet')
  checkTerms(
    readable(() => readTerms(datum)),
    shown,
    signer,
  )
  const sent = `${isBuy ? '' : `${exact(amount, 0)} ${ticker} and `}${ada(order.lovelace)}`
  const back = isBuy ? `${exact(least, 0)} ${ticker}` : ada(least)
  return `${sent} leave the wallet for the order, and ${ada(transaction.fee)} for the network. At least ${back} come back, with the deposit of ${ada(BigInt(quote.fees.deposit))}.`
}
