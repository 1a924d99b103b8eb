// The schema of a choice between words or numbers, for settings, requests and responses.
import { type SchemaOptions, type TLiteral, type TLiteralValue, Type } from '@sinclair/typebox'

export const OneOf = <const T extends TLiteralValue>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Union(
    values.map((value): TLiteral<T> => Type.Literal(value)),
    options,
  )
