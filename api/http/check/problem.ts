// Messages for invalid input: "<field> must be …", or "<field> is missing: it must be …". The text comes from the schema, so it always
// agrees with the check: it is the schema's keyword `mustBe` or, without this keyword, derived from the schema. The OpenAPI document shows
// `mustBe` only as the description of a field that has no other description.
import { KindGuard, type TArray, type TSchema, type TString } from '@sinclair/typebox'
import type { ValueError } from '@sinclair/typebox/errors'

/** A transform refuses a value. The message says what the value must be, and replaces the schema's text. */
export class Unfit extends RangeError {}

/**
 * The first problem of a checked value.
 * @param root `body` or `query`
 */
export const problemOf = (
  error: Pick<ValueError, 'path' | 'schema'> & { readonly error?: Error; readonly value?: unknown },
  root: string,
): string => {
  const phrase = error.error instanceof Unfit ? error.error.message : phraseOf(error.schema)
  const isMissing = error.path !== '' && error.value === undefined
  return `${fieldName(error.path, root)}${isMissing ? ' is missing: it' : ''} must be ${phrase}`
}

/** `/utxos/3/index` becomes `utxos[3].index`. */
const fieldName = (path: string, root: string): string => {
  const parts = path.split('/').slice(1)
  const named = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')
  if (named === '') return `the ${root}`
  return named.startsWith('[') ? `${root}${named}` : named.slice(1)
}

/** Permitted values: `an integer from 1 to 101`, `one of min1, min5`. */
export const phraseOf = (schema: TSchema): string => {
  if (typeof schema.mustBe === 'string') return schema.mustBe
  if (KindGuard.IsUnion(schema)) return unionPhrase(schema.anyOf)
  if (KindGuard.IsLiteral(schema)) return String(schema.const)
  if (KindGuard.IsInteger(schema)) return `an integer${between(schema.minimum, schema.maximum)}`
  if (KindGuard.IsNumber(schema)) return `a number${between(schema.minimum, schema.maximum)}`
  if (KindGuard.IsString(schema)) return stringPhrase(schema)
  if (KindGuard.IsArray(schema)) return arrayPhrase(schema)
  if (KindGuard.IsBoolean(schema)) return 'true or false'
  if (KindGuard.IsNull(schema)) return 'null'
  if (KindGuard.IsObject(schema)) return 'an object'
  return 'valid'
}

const unionPhrase = (variants: readonly TSchema[]): string =>
  variants.every((variant) => KindGuard.IsLiteral(variant))
    ? `one of ${variants.map(phraseOf).join(', ')}`
    : variants.map(phraseOf).join(' or ')

const between = (minimum: number | undefined, maximum: number | undefined): string => {
  if (minimum === undefined) return maximum === undefined ? '' : ` up to ${maximum}`
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`
}

const stringPhrase = ({ minLength, maxLength, pattern }: TString): string => {
  if (pattern !== undefined) return `a string that matches ${String(pattern)}`
  if (maxLength !== undefined) return `a string of ${minLength ?? 0} to ${maxLength} characters`
  return minLength === undefined ? 'a string' : 'a non-empty string'
}

const arrayPhrase = ({ minItems, maxItems, items }: TArray): string => {
  const length = maxItems === undefined ? '' : ` of ${minItems ?? 0} to ${maxItems} items`
  const kind = maxItems === undefined && minItems !== undefined ? 'a non-empty array' : `an array${length}`
  return `${kind}, each ${phraseOf(items)}`
}
