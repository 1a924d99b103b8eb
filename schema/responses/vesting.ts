// Responses of the lookups of vestings.

import { type Static, Type } from '@sinclair/typebox'
import { entityId, flag, hash28, matching, text } from './field-schemas.ts'

const digits = (description: string, example: string) => matching('^[0-9]+$', description, example)

const TRANSACTION = '5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163'
const POLICY = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a'

const VestingSchema = Type.Object(
  {
    id: entityId('The output that contains the tokens: `txHash:index`.', `${TRANSACTION}:0`),
    lockUntil: digits(
      'End of the lock, Unix milliseconds, up to 2^63 - 1. Values beyond the range of dates mean that the lock never ends.',
      '1782137725379',
    ),
    redeemerVkh: hash28(
      'Payment key hash that may redeem.',
      'bbc1005d1057303cfa5e1e47bd8666cc78584262ce119360e9f5f97f',
    ),
    tokenPolicyId: hash28('Policy id of the locked token.', POLICY),
    tokenAssetName: matching('^(?:[0-9a-f]{2}){0,32}$', 'Its asset name in hex.', '4861696c204879647261'),
    totalLocked: digits('Quantity in the output, in the smallest unit of the token.', '500000'),
    vestingOwnerAddress: text(
      'Address of the output, in bech32: the vesting script with the stake part of the wallet that locked the tokens.',
      'addr1w8wma0rzvdexhnqrty6t8dcur7c5ffu2rjau2ayec3d3azg5qp35x',
    ),
    spent: flag('Always false: only unspent vestings are listed.', false),
  },
  { $id: 'Vesting' },
)
export type VestingBody = Static<typeof VestingSchema>

/** Each vesting needs a deposit, so one key or token seldom has more. */
export const MAX_VESTINGS = 10_000

export const VestingsSchema = Type.Object({
  vestings: Type.Array(VestingSchema, {
    maxItems: MAX_VESTINGS,
    description:
      'Unspent vestings, including expired ones, sorted by `lockUntil` and then by `id` (with its index as a number). At most 10,000 are returned.',
  }),
})
