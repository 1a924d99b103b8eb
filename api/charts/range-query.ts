// Parameters of a request for the bars of a range.
import { Type } from '@sinclair/typebox'
import { UnixSeconds } from '../http/route/fields.ts'
import { MAX_BARS } from './charts.ts'

export const rangeQuery = {
  from: { ...UnixSeconds, description: 'Start of the range, Unix seconds, inclusive.' },
  to: { ...UnixSeconds, description: 'End of the range, Unix seconds, exclusive.' },
  countback: Type.Optional(
    Type.Integer({
      minimum: 1,
      mustBe: 'an integer from 1',
      description: `Number of bars to return before \`to\`, instead of the bars from \`from\` on; at most ${MAX_BARS} are returned.`,
      examples: [300],
    }),
  ),
}
