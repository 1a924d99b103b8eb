// Responses of the transaction builder. Amounts are strings of digits, in lovelace or in a token's smallest unit. Transactions are CBOR in
// hex.

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { OneOf } from '../one-of.ts'
import { beacon, digits, entityId, flag, hash28, hash32, matching, text, tip } from './field-schemas.ts'

const TOKEN = '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320'

const cbor = (description: string) => matching('^([0-9a-f]{2})+$', description, '84a0a0f5f6')

const id = (kind: string) =>
  matching(
    `^${kind}-[0-9A-HJKMNP-TV-Z]{26}$`,
    'Id of this build, for logs and support. Each build has a new one; it is not the hash of the transaction.',
    `${kind}-01JD3NE2B6Z5QXW3V8Y2M4T7RK`,
  )

const TX_HASH = '1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76'

/** Clients can follow the transaction by these members, which the original interface lacks. */
const followed = {
  txHash: hash32('Hash of the transaction; signatures do not change it.', TX_HASH),
  validUntil: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'End of the validity of the transaction, Unix milliseconds. Null if it stays valid until another transaction spends one of its inputs.',
    examples: [1_795_302_000_000],
  }),
}

const orderId = (description: string) => entityId(description, `${TX_HASH}:0`)

const price = Type.Object(
  {
    numerator: digits('Lovelace, in lowest terms.', '2567443'),
    denominator: digits('Tokens, in lowest terms.', '1000000'),
  },
  { description: 'Expected lovelace per token of this trade.' },
)

const trade = {
  inputAsset: text('Asset of the input.', '.'),
  inputAmount: digits(
    'Amount swapped, including the percentage fee. The executor fee and the deposit are added to it.',
    '100000000',
  ),
  outputAsset: text('Asset of the output.', TOKEN),
  outputAmount: digits('Expected output at the current price, before slippage.', '38015430'),
  priceBase: text('The token of the price.', TOKEN),
  priceQuote: text('Unit of the price: ADA.', '.'),
  point: { ...tip, description: 'The block whose pool gives the price.' },
} as const satisfies Record<string, TSchema>

export const OrderBuildSchema = Type.Object(
  {
    cbor: cbor('The unsigned transaction.'),
    id: id('order'),
    beacon,
    price: Type.Optional(price),
    ...trade,
    ...followed,
    entityId: orderId(
      'Id of the order in `GET /v1/orders-feed/orders/{entityId}` and in frames of the feed, once the order is submitted.',
    ),
  },
  { $id: 'OrderBuild', description: 'An unsigned order.' },
)

export const OrderQuoteSchema = Type.Object(
  {
    venue: OneOf(['curve', 'amm'], {
      description: 'Where the token trades: on its bonding curve, or on its AMM pool after graduation.',
      examples: ['curve'],
    }),
    ...trade,
    leastOutputAmount: digits('Minimum output that the order accepts for its input.', '32313116'),
    price,
    priceImpact: matching(
      '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$',
      'Price impact in percent: the difference between the price of this trade and the price of the smallest possible trade, before fees.',
      '2.31',
    ),
    fees: Type.Object(
      {
        percentage: digits('The percentage fee, on the ADA side of the trade, lovelace.', '1000000'),
        executor: digits('Amount that the executor keeps for network and protocol, in lovelace.', '1100000'),
        deposit: digits('Deposit in lovelace; returned with the filled or cancelled order.', '1500000'),
      },
      { description: 'Fees that are not part of the price, without the network fee of the transaction.' },
    ),
    lovelace: digits('Total lovelace in the output of the order.', '102600000'),
  },
  { $id: 'OrderQuote', description: 'A quote of an order.' },
)
export type OrderQuote = Static<typeof OrderQuoteSchema>

export const CancelBuildSchema = Type.Object(
  {
    id: id('cancel'),
    cbor: cbor(
      "The transaction. If the request had no collateral, it has the service's collateral and signature.",
    ),
    partial: Type.Literal(true, {
      description: 'Second argument (`partialSign`) of CIP-30 `signTx`.',
      examples: [true],
    }),
    ...followed,
    entityId: orderId('Id of the order that is cancelled.'),
  },
  { $id: 'CancelBuild', description: 'The cancellation of an order.' },
)

export const LaunchBuildSchema = Type.Object(
  {
    id: id('launch'),
    cbor: cbor(
      "The transaction. If the request had no collateral, it has the service's collateral and signature.",
    ),
    partial: flag(
      'Second argument (`partialSign`) of CIP-30 `signTx`: true if the service provided collateral and has signed.',
      true,
    ),
    assetId: text('The launched token.', TOKEN),
    assetSubject: text('Its asset name, hex.', '43434320'),
    policyId: hash28('Its policy id.', '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8'),
    logoCID: text(
      'Content id of its image, which is at `/ipfs/{cid}`.',
      'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
    ),
    userOutputTokens: Type.Optional(
      digits('Tokens of the first purchase; absent without an initial deposit.', '50047569'),
    ),
    ...followed,
  },
  { $id: 'LaunchBuild', description: 'The launch of a token.' },
)

export const LockBuildSchema = Type.Object(
  {
    cbor: cbor('The unsigned transaction.'),
    ...followed,
    entityIds: Type.Array(orderId('A vesting.'), {
      description: 'Ids of the vestings that are locked or withdrawn.',
    }),
  },
  { $id: 'LockBuild', description: 'An unsigned vesting lock, or its withdrawal.' },
)

export const SignedSchema = Type.Object(
  { cbor: cbor('The signed transaction, ready to be submitted.') },
  { $id: 'Signed', description: 'A transaction with its signatures.' },
)

export const SubmittedSchema = Type.Object(
  {
    txHash: hash32('Hash of the transaction.', TX_HASH),
  },
  { $id: 'Submitted', description: "A transaction in the node's mempool, or already on the chain." },
)
