// Responses of the lookups of holders and wallets.

import { type Static, Type } from '@sinclair/typebox'
import { count, digits, flag, matching, text, tokenId } from './field-schemas.ts'
import { OrderMetricsSchema } from './orders.ts'

const ADDRESS =
  'addr1q8lsjfvtpnu9kv5zhwgsdcw03tlkuwcvjqmzm35arx9xl6k6s0uhca7762y56q2j9en5ttn69p7a048cw3mz62fuj3mqauv0x3'

const HolderSchema = Type.Object(
  {
    address: text('Address in bech32 (base58 for a Byron one).', ADDRESS),
    quantity: digits("In the token's smallest unit.", '50047569'),
  },
  { $id: 'Holder' },
)

export const HoldersPageSchema = Type.Object({
  holders: Type.Array(HolderSchema, {
    description:
      'Holders, largest quantity first, then by address. Pools and open orders are left out; locked tokens are listed under the address of the lock.',
  }),
  dev: Type.Object(
    { address: HolderSchema.properties.address, quantity: HolderSchema.properties.quantity },
    {
      description:
        'Creator of the token; also listed in `holders` if the quantity is not 0. The address is empty if the creator is not known.',
    },
  ),
  count: count('Number of holders on all pages.', 1234),
})
export type HoldersPage = Static<typeof HoldersPageSchema>

export const AssetBalanceSchema = Type.Union([
  Type.Object({
    balance: Type.Number({
      description: 'ADA, at most 6 decimals, rounded half up.',
      examples: [123.456789],
    }),
  }),
  Type.Null({ description: 'The token is not known, or none of the keys has any.' }),
])

const fixed = (places: number, description: string, example: string) =>
  matching(`^-?[0-9]+\\.[0-9]{${places}}$`, description, example)

export const PnlCardSchema = Type.Union([
  Type.Object({
    asset: tokenId('The token.'),
    pnlPercent: fixed(2, 'The gain as a share of the invested ADA, in percent, rounded down.', '15.50'),
    investedAda: fixed(6, 'ADA that filled orders paid for the token.', '100.000000'),
    currentAdaGain: fixed(
      6,
      'ADA received for sold tokens, plus the value of the remaining tokens, minus the ADA invested; rounded down, negative for a loss.',
      '15.500000',
    ),
  }),
  Type.Null({ description: 'None of the keys bought the token by an order, or it has no pool.' }),
])

const profit = (description: string, example: string) => matching('^(0|-?[1-9][0-9]*)$', description, example)

const worth = (description: string, example: string) =>
  Type.Union([digits('Lovelace.', example), Type.Null({ description: 'The token does not trade.' })], {
    description,
  })

const PositionSchema = Type.Object(
  {
    asset: tokenId('The token.'),
    ...OrderMetricsSchema.properties,
    quantity: digits('Tokens held now, in smallest units.', '2500000'),
    worth: worth('Value of these tokens at the current price, rounded down.', '12900000'),
    openQuantity: digits(
      'Number of these tokens that were bought by orders and not sold: at most `boughtTokens` minus the sold tokens.',
      '1940500',
    ),
    openCost: digits('Lovelace that these tokens cost on average, rounded up.', '5000000'),
    openWorth: worth('Value of these tokens, rounded down.', '10013000'),
    realised: profit(
      'Lovelace received in sales, minus the average cost of the sold tokens; below 0 for a loss. Tokens that were not bought by orders have no cost, and their share of a sale is left out.',
      '822122',
    ),
    fees: digits(
      "Lovelace that the executed orders paid to executors, in addition to the amounts above: what left the orders and did not come back. The percentage fee is part of the amounts. The network's fees of the transactions are not included.",
      '3300000',
    ),
    breakEven: Type.Union(
      [
        matching('^[0-9]+(\\.[0-9]+)?$', 'Lovelace per token.', '2.81'),
        Type.Null({ description: '`openQuantity` is 0, or the service has no protocol config.' }),
      ],
      {
        description:
          "Average price in the pool, in lovelace per token and rounded up after 12 fraction digits, at which one sale of `openQuantity` returns its cost and the fees that were paid for it, after the percentage fee and the executor's fee of the sale.",
      },
    ),
    netNow: Type.Union(
      [
        profit('Lovelace; below 0 if the fees are higher than the proceeds.', '8812870'),
        Type.Null({ description: 'The token does not trade, or the service has no protocol config.' }),
      ],
      {
        description:
          "Lovelace that one sale of `openQuantity` would bring now, after the price impact, the percentage fee and the executor's fee, without the network's fee; rounded down.",
      },
    ),
  },
  { $id: 'Position' },
)
export type Position = Static<typeof PositionSchema>

export const PositionsSchema = Type.Object({
  items: Type.Array(PositionSchema, { description: 'Positions, newest token first.' }),
  hasMore: flag(
    "Whether there is a next page, which is requested with the last item's token as `before`.",
    false,
  ),
})

const { boughtAda, boughtTokens, soldAda, soldTokens } = OrderMetricsSchema.properties

export const CreatorSchema = Type.Union([
  Type.Object({
    launched: Type.Integer({
      minimum: 1,
      description: 'Tokens that the creator launched, including this token.',
      examples: [3],
    }),
    graduated: count('Number of these tokens that graduated.', 1),
    boughtAda,
    boughtTokens,
    soldAda,
    soldTokens,
  }),
  Type.Null({ description: 'The creator is not known.' }),
])
export type Creator = Static<typeof CreatorSchema>

export const ServerTimeSchema = Type.Object({
  timestamp: count('Unix milliseconds.', 1795295181110),
})
