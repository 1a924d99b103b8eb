// Converts TypeBox schemas to plain JSON Schema 2020-12 for the documents. Each named schema is put under components once. Keywords that
// only the checks need are left out. A union of string literals becomes an `enum`. Also makes a value of a schema from the examples of the
// schema's fields.
import { isDeepStrictEqual } from 'node:util'
import { Kind, KindGuard, type TSchema } from '@sinclair/typebox'

export type Json = Record<string, unknown>

/** Only the checks need these keywords. */
const PRIVATE = new Set(['$id', 'mustBe', 'lowerCase', 'isToken'])

export class SchemaCatalogue {
  readonly #named = new Map<string, Json>()
  readonly #rendered = new Map<TSchema, Json>()

  /**
   * Callers must not change the documented form. For a schema with an `$id`, it is a reference.
   * @throws {TypeError} if another schema has the same `$id`, or the schema contains a reference by name
   */
  render(schema: TSchema): Json {
    const known = this.#rendered.get(schema)
    if (known !== undefined) return known
    const rendered = this.#reference(schema)
    this.#rendered.set(schema, rendered)
    return rendered
  }

  #reference(schema: TSchema): Json {
    const documented = this.#document(schema)
    if (schema.$id === undefined) return documented
    const known = this.#named.get(schema.$id)
    if (known !== undefined && !isDeepStrictEqual(known, documented))
      throw new TypeError(`two schemas are called ${schema.$id}`)
    this.#named.set(schema.$id, documented)
    return { $ref: `#/components/schemas/${schema.$id}` }
  }

  /** Rendered so far. */
  all(): Json {
    return Object.fromEntries(this.#named)
  }

  #document(schema: TSchema): Json {
    if ('$ref' in schema) throw new TypeError(`use the schema ${schema.$ref} itself, not a reference to it`)
    const documented: Json =
      typeof schema.mustBe === 'string' ? { description: `Must be ${schema.mustBe}.` } : {}
    for (const [keyword, value] of Object.entries(schema))
      if (!PRIVATE.has(keyword)) documented[keyword] = this.#part(value)
    const example = exampleOf(schema)
    if (example !== undefined) documented.examples ??= [example]
    if (KindGuard.IsUnion(schema)) return enumeration(documented, schema.anyOf)
    return KindGuard.IsObject(schema) ? mayBeLeftOut(documented, schema.properties) : documented
  }

  /** One schema, a list or a record. */
  #part(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (isSchema(value)) return this.render(value)
    if (Array.isArray(value)) return value.map((item) => this.#part(item))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#part(item)]))
  }
}

/** TypeBox's own guard tries the kinds one by one, which would take half of a document's time. */
const isSchema = (value: object): value is TSchema => Kind in value

/** The default or, for a boolean without a default, `true`. */
export const exampleOf = (schema: TSchema): unknown =>
  schema.default ?? (KindGuard.IsBoolean(schema) ? true : undefined)

/** An `enum` is easier to read than a union of string literals. */
const enumeration = (documented: Json, variants: readonly TSchema[]): Json => {
  if (!variants.every((variant) => KindGuard.IsLiteralString(variant))) return documented
  const { anyOf: _, ...rest } = documented
  return { ...rest, type: 'string', enum: variants.map((variant) => variant.const) }
}

/** Clients may leave out members with a default. */
const mayBeLeftOut = (documented: Json, properties: Readonly<Record<string, TSchema>>): Json => {
  const { required, ...rest } = documented
  if (!Array.isArray(required)) return documented
  const left = required.filter((name) => properties[String(name)]?.default === undefined)
  return left.length === 0 ? rest : { ...rest, required: left }
}

/** For a union, a value of its first schema. */
export const schemaExample = (schema: TSchema): unknown => {
  const [example = exampleOf(schema)]: readonly unknown[] = schema.examples ?? []
  if (example !== undefined) return example
  if (KindGuard.IsLiteral(schema)) return schema.const
  if (KindGuard.IsNull(schema)) return null
  if (KindGuard.IsUnion(schema) && schema.anyOf[0] !== undefined) return schemaExample(schema.anyOf[0])
  if (KindGuard.IsArray(schema)) return [schemaExample(schema.items)]
  if (KindGuard.IsObject(schema))
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, schemaExample(field)]),
    )
  throw new TypeError(`this schema has no example: ${JSON.stringify(schema).slice(0, 200)}`)
}
