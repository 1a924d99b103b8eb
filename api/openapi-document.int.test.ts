// The document of everything the service can serve, as clients read it: valid by a public validator, and every field of
// it with what it means and an example.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parse } from 'yaml'
import { COMPONENTS } from './components.ts'
import { startComponents } from './testing/start-components.ts'

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasExample = (schema: Json): boolean =>
  ['example', 'examples', 'enum', 'const'].some((keyword) => keyword in schema) ||
  schema.type === 'null' ||
  // JSON cannot hold a file.
  schema.format === 'binary'

/** Of something or null, the something may be what is described. */
const isDescribed = ({ description, anyOf, ...schema }: Json): boolean =>
  typeof description === 'string' ||
  '$ref' in schema ||
  (Array.isArray(anyOf) && anyOf.some((variant) => isRecord(variant) && isDescribed(variant)))

/** Whether a single value within has no example: an object has those of its fields, a reference is checked where it leads. */
const lacksExample = (schema: unknown): boolean => {
  if (!isRecord(schema) || hasExample(schema) || '$ref' in schema || 'properties' in schema) return false
  const { anyOf, allOf, items } = schema
  if (Array.isArray(anyOf)) return anyOf.some(lacksExample)
  return items === undefined ? allOf === undefined : lacksExample(items)
}

/** What a schema is without: a description of each field, an example of each field that is a single value. */
function* gapsOf(schema: unknown, path: string, isField: boolean): Generator<string> {
  if (!isRecord(schema)) return
  if (isField && !isDescribed(schema)) yield `${path}: description`
  if (isField && lacksExample(schema)) yield `${path}: example`
  const { properties, items, anyOf, allOf } = schema
  if (isRecord(properties))
    for (const [name, field] of Object.entries(properties)) yield* gapsOf(field, `${path}.${name}`, true)
  yield* gapsOf(items, `${path}[]`, false)
  for (const variants of [anyOf, allOf])
    if (Array.isArray(variants)) for (const variant of variants) yield* gapsOf(variant, path, false)
}

function* gapsOfContent(name: string, part: unknown): Generator<string> {
  if (!isRecord(part) || !isRecord(part.content)) return
  for (const media of Object.values(part.content))
    if (isRecord(media)) yield* gapsOf(media.schema, name, false)
}

function* gapsOfResponses(of: string, responses: unknown): Generator<string> {
  for (const [name, response] of Object.entries(isRecord(responses) ? responses : {}))
    yield* gapsOfContent(`${of} ${name}`, response)
}

function* gapsOfDocument(document: Json): Generator<string> {
  for (const [path, methods] of Object.entries(isRecord(document.paths) ? document.paths : {}))
    for (const operation of Object.values(isRecord(methods) ? methods : {})) {
      if (!isRecord(operation)) continue
      const { parameters = [], requestBody, responses } = operation
      for (const parameter of Array.isArray(parameters) ? parameters : []) {
        const name = `${path} ${parameter.name}`
        if (typeof parameter.description !== 'string') yield `${name}: description`
        if (!hasExample(parameter) && lacksExample(parameter.schema)) yield `${name}: example`
      }
      yield* gapsOfContent(`${path} body`, requestBody)
      yield* gapsOfResponses(path, responses)
    }
  const { schemas, responses } = isRecord(document.components) ? document.components : {}
  yield* gapsOfResponses('shared', responses)
  for (const [name, schema] of Object.entries(isRecord(schemas) ? schemas : {}))
    yield* gapsOf(schema, name, false)
}

test('the document is valid OpenAPI 3.1, and every field of it has a description and an example', async (t) => {
  const { url } = await startComponents(t, COMPONENTS, 3)
  const document = parse(await (await fetch(`${url}/v1/docs/openapi`)).text())
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors))
  const gaps = [...new Set(gapsOfDocument(document))]
  assert.equal(gaps.join('\n'), '')
})
