// Normalises parsed values, in place, before they are checked: `null` for an optional field becomes the field's absence, an absent field
// gets its default, and a string whose schema says `lowerCase` (hex) becomes lower case. A schema is compiled to the
// few steps it needs; most need none.
import { KindGuard, type TObject, type TSchema } from '@sinclair/typebox'

type Tidy = (value: unknown) => unknown

/** Compiles the steps for values of this schema; undefined when it needs none. They leave invalid values unchanged. */
export const tidierOf = (schema: TSchema): Tidy | undefined => {
  if (KindGuard.IsString(schema)) return schema.lowerCase === true ? lowerCase : undefined
  if (KindGuard.IsObject(schema)) return objectTidier(schema)
  if (KindGuard.IsArray(schema)) {
    const item = tidierOf(schema.items)
    return item && ((value) => (Array.isArray(value) ? value.map((element) => item(element)) : value))
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

const lowerCase: Tidy = (value) => (typeof value === 'string' ? value.toLowerCase() : value)

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
  return (value) => {
    if (!isRecord(value)) return value
    for (const { name, tidy, fallback, omitsNull } of fields) {
      const given = value[name]
      if (fallback !== undefined && (given === undefined || given === null)) value[name] = fallback
      else if (given === null && omitsNull) delete value[name]
      else if (tidy !== undefined && given !== undefined) value[name] = tidy(given)
    }
    return value
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
