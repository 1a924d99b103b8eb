// A token's price over a range in a few points.

import { type Static, Type } from '@sinclair/typebox'
import { count, digits, matching, text } from './field-schemas.ts'

const price = (description: string) =>
  matching('^(0|[1-9][0-9]*)(\\.[0-9]{1,12})?$', description, '2.567442145539')

export const SparklineSchema = Type.Object(
  {
    asset: text(
      'Asset id of the token.',
      'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261',
    ),
    open: price(
      'Price at the start of the range, lovelace per token; of a token launched in it, the price before its first trade.',
    ),
    closes: Type.Array(price('Price at the end of a step, lovelace per token.'), {
      description: 'Requested number of prices, at the ends of equal steps.',
    }),
    volume: digits('ADA traded in the range, lovelace.', '34000000'),
    trades: count('Number of orders executed in the range.', 12),
  },
  { $id: 'Sparkline' },
)
export type Sparkline = Static<typeof SparklineSchema>
