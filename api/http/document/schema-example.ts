// A value of a schema, made from its fields' examples.
import { KindGuard, type TSchema } from '@sinclair/typebox'
import { exampleOf } from './schema-catalogue.ts'

/** Makes a value that the schema accepts. For a union, a value of its first schema. */
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
