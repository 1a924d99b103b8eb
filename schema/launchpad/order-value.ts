// Value of an order's UTxO (docs/launchpad-on-chain.md, "Value of an order"): the amount to swap, the fees, and the lovelace that is
// returned. An instant order's input is this value, minus the fees and the returned lovelace.
import { ADA } from '../primitives.ts'
import type { InstantOrder } from './datums/instant-order.ts'

/** Lovelace that is returned with the output of a launchpad order of any kind. */
export const ORDER_DEPOSIT = 1_500_000n

/** Value that an order's output must contain. */
interface OrderValue {
  readonly lovelace: bigint
  /** 0 if the input is ADA. */
  readonly tokens: bigint
}

/** `costs` is the lovelace that the order pays in total: an instant order's fee, or a limit order's fee plus its cost of execution. */
export const orderValue = (inputIsAda: boolean, input: bigint, costs: bigint, deposit: bigint): OrderValue =>
  inputIsAda
    ? { lovelace: input + costs + deposit, tokens: 0n }
    : { lovelace: costs + deposit, tokens: input }

/** All of the input token, or the lovelace beyond fee and deposit. `undefined` if nothing is left to swap. */
export const instantOrderInput = (order: InstantOrder, value: OrderValue): bigint | undefined => {
  const input = order.input === ADA ? value.lovelace - order.fee - order.minUtxo : value.tokens
  return input > 0n ? input : undefined
}
