// What the servers that are commonly written are asked for bars, as a framework checks it.
import { RESOLUTIONS, type Resolution } from '../../../schema/answers/charts.ts'

export interface HistoryQuery {
  readonly base: string
  readonly quote: string
  readonly resolution: Resolution
  readonly from: number
  readonly to: number
}

const token = { type: 'string', pattern: '^[0-9a-f]{56}\\.(?:[0-9a-f]{2}){0,32}$' }
const ada = { const: '.' }
const seconds = { type: 'integer', minimum: 0, maximum: 99_999_999_999 }

/** JSON Schema of a {@link HistoryQuery}. */
export const HISTORY_QUERYSTRING = {
  type: 'object',
  required: ['base', 'quote', 'resolution', 'from', 'to'],
  properties: { base: token, quote: ada, resolution: { enum: RESOLUTIONS }, from: seconds, to: seconds },
}
