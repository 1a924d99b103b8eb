// Normalises parsed values, in place, before they are checked. `null` for an optional field counts as absent. An absent field gets its
// default. If its schema says `lowerCase` (hex), a string becomes lower case. If the schema says `isToken`, a string becomes the token's
// asset id. Each schema is compiled once to the steps that it needs. Most schemas need none.
import { KindGuard, type TObject, type TSchema, type TString } from '@sinclair/typebox'
import { isFingerprint, type TokenOf, tokenIn } from '../../../schema/codecs/asset-text.ts'

type Tidy = (value: unknown, tokenOf: TokenOf) => unknown

export const NO_TOKENS: TokenOf = () => undefined

/** Undefined if texts need no step. A fingerprint of no known token becomes an empty text, which is refused. */
export const textTidierOf = (schema: TString): ((text: string, tokenOf: TokenOf) => string) | undefined => {
  if (schema.isToken === true)
    return (text, tokenOf) => tokenIn(text, tokenOf) ?? (isFingerprint(text) ? '' : text)
  return schema.lowerCase === true ? (text) => text.toLowerCase() : undefined
}

/** Undefined if the values need no step. Invalid values are left unchanged. */
export const tidierOf = (schema: TSchema): Tidy | undefined => {
  if (KindGuard.IsString(schema)) {
    const tidy = textTidierOf(schema)
    return tidy && ((value, tokenOf) => (typeof value === 'string' ? tidy(value, tokenOf) : value))
  }
  if (KindGuard.IsObject(schema)) return objectTidier(schema)
  if (KindGuard.IsArray(schema)) {
    const item = tidierOf(schema.items)
    return (
      item &&
      ((value, tokenOf) => (Array.isArray(value) ? value.map((element) => item(element, tokenOf)) : value))
    )
  }
  if (KindGuard.IsUnion(schema)) {
    const [only, ...others] = schema.anyOf.filter((variant) => !KindGuard.IsNull(variant))
    return only !== undefined && others.length === 0 ? tidierOf(only) : undefined
  }
  return undefined
}

export const acceptsNull = (schema: TSchema): boolean =>
  KindGuard.IsNull(schema) ||
  KindGuard.IsUnknown(schema) ||
  KindGuard.IsAny(schema) ||
  (KindGuard.IsUnion(schema) && schema.anyOf.some(acceptsNull))

const objectTidier = (schema: TObject): Tidy | undefined => {
  const fields = Object.entries(schema.properties)
    .map(([name, field]) => ({
      name,
      tidy: tidierOf(field),
      fallback: field.default as unknown,
      omitsNull: KindGuard.IsOptional(field) && !acceptsNull(field),
    }))
    .filter(({ tidy, fallback, omitsNull }) => tidy !== undefined || fallback !== undefined || omitsNull)
  if (fields.length === 0) return undefined
  return (value, tokenOf) => {
    if (!isRecord(value)) return value
    for (const { name, tidy, fallback, omitsNull } of fields) {
      const given = value[name]
      if (fallback !== undefined && (given === undefined || given === null)) value[name] = fallback
      else if (given === null && omitsNull) delete value[name]
      else if (tidy !== undefined && given !== undefined) value[name] = tidy(given, tokenOf)
    }
    return value
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
