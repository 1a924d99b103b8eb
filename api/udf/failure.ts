// Errors in the form of the UDF protocol.
import { Type } from '@sinclair/typebox'
import type { ApiError } from '../../schema/errors.ts'
import { text } from '../../schema/responses/field-schemas.ts'
import { only } from './symbols.ts'

export const FailureSchema = Type.Object(
  {
    s: only('error', 'The request failed.'),
    errmsg: text('The reason; `unknown_symbol` if no token has the symbol.', 'unknown_symbol'),
  },
  { $id: 'UdfError' },
)
export const UNKNOWN = { s: 'error', errmsg: 'unknown_symbol' } as const

export const errorForm = {
  schema: FailureSchema,
  json: ({ message }: ApiError): string => JSON.stringify({ ...UNKNOWN, errmsg: message }),
}
