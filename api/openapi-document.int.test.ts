// The OpenAPI document of all possible routes. A public validator accepts it, and every field has a description and an example.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Value } from '@sinclair/typebox/value'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { ApiError } from '../schema/errors.ts'
import { isRecord } from '../schema/ogmios/read-json.ts'
import type { Network } from '../schema/primitives.ts'
import { COMPONENT_NAMES } from './components.ts'
import { bodyReaderOf } from './http/check/validation.ts'
import { openapiDocument } from './http/document/openapi.ts'
import { rawRequest } from './http/testing/plain-route.ts'
import { ABOUT, examplesOn } from './operations/openapi-route.ts'
import { startComponents } from './testing/start-components.ts'

type Json = Readonly<Record<string, unknown>>

const hasExample = (schema: Json): boolean =>
  ['example', 'examples', 'enum', 'const'].some((keyword) => keyword in schema) ||
  schema.type === 'null' ||
  // JSON cannot contain a file.
  schema.format === 'binary'

/** In a union with null, the other member may have the description. */
const isDescribed = ({ description, anyOf, ...schema }: Json): boolean =>
  typeof description === 'string' ||
  '$ref' in schema ||
  (Array.isArray(anyOf) && anyOf.some((variant) => isRecord(variant) && isDescribed(variant)))

/** An object has the examples of its fields, and a reference is checked at its target. */
const lacksExample = (schema: unknown): boolean => {
  if (!isRecord(schema) || hasExample(schema) || '$ref' in schema || 'properties' in schema) return false
  const { anyOf, allOf, items } = schema
  if (Array.isArray(anyOf)) return anyOf.some(lacksExample)
  return items === undefined ? allOf === undefined : lacksExample(items)
}

/** Descriptions of fields, and examples of fields with a single value. */
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

/** Nobody reads these in a document. */
const FILES = /^(?:text\/(?:html|javascript)|application\/(?:gzip|yaml)|image\/|\*\/\*)/

const lacksBodyExample = ({ responses, operationId }: Json): boolean => {
  // TypeScript types are also a file.
  if (operationId === 'getClientTypes') return false
  const success = isRecord(responses) ? responses[200] : undefined
  if (!isRecord(success) || !isRecord(success.content)) return false
  return Object.entries(success.content).some(
    ([type, media]) =>
      !FILES.test(type) &&
      isRecord(media) &&
      media.example === undefined &&
      !(isRecord(media.schema) && hasExample(media.schema)),
  )
}

function* gapsOfDocument(document: Json): Generator<string> {
  for (const [path, methods] of Object.entries(isRecord(document.paths) ? document.paths : {}))
    for (const operation of Object.values(isRecord(methods) ? methods : {})) {
      if (!isRecord(operation)) continue
      const { parameters = [], requestBody, responses, description } = operation
      if (typeof description !== 'string' || description === operation.summary)
        yield `${operation.operationId}: description`
      if (lacksBodyExample(operation)) yield `${operation.operationId}: example of its response`
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

function* fieldsOf(value: unknown): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (isRecord(value) && isRecord(value.properties))
    for (const [name, field] of Object.entries(value.properties)) if (isRecord(field)) yield [name, field]
  for (const inner of Object.values(value)) yield* fieldsOf(inner)
}

const wrongExamples = (document: Json): string[] => {
  const ajv = new Ajv2020({ strict: false }).addSchema(document, 'document')
  const wrong: string[] = []
  let checked = 0
  const check = (path: readonly string[], example: unknown): void => {
    const pointer = path.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    checked++
    if (!ajv.validate({ $ref: `document#/${pointer.join('/')}` }, example))
      wrong.push(`${path.join(' ')}: ${ajv.errorsText()}`)
  }
  const walk = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return
    const { example, examples, ...rest } = { ...node } as Json
    if (example !== undefined && 'schema' in rest) check([...path, 'schema'], example)
    if (Array.isArray(examples)) for (const each of examples) check(path, each)
    for (const [key, value] of Object.entries(rest)) walk(value, [...path, key])
  }
  walk(document, [])
  assert.ok(checked > 400, `${checked} examples`)
  return wrong
}

/** As one line. */
const pageOf = (name: string): string =>
  readFileSync(new URL(`../docs/api/${name}.md`, import.meta.url), 'utf8').replaceAll('\n', ' ')

/** Documents, and a rate that only an external source has. */
const WITHOUT_EXAMPLE = ['GET /asyncapi.json', 'GET /openapi.json', 'GET /v1/utility/ada-usd/rate']

/** The response is a file without an example, while its request has one. */
const isOfToken = (path: string): boolean => path.startsWith('/token/')

test('each JSON answer has an example that its schema takes, and on a devnet alone its request has one', async (t) => {
  const { routes } = await startComponents(t, COMPONENT_NAMES, 3)
  const examples = examplesOn('devnet')
  const documented = routes.filter(
    ({ isForeign, path, responses }) =>
      isForeign !== true &&
      responses[200] !== undefined &&
      (responses[200].contentType === undefined || isOfToken(path)),
  )
  const names = documented.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual([...Object.keys(examples), ...WITHOUT_EXAMPLE].sort(), names.sort())
  for (const route of documented) {
    const name = `${route.method} ${route.path}`
    const { response, params = {}, query = {}, body } = examples[name] ?? {}
    const schema = route.responses[200]?.schema ?? assert.fail(name)
    if (WITHOUT_EXAMPLE.includes(name)) continue
    if (!isOfToken(route.path)) {
      assert.deepEqual([...Value.Errors(schema, response)], [], name)
      assert.deepEqual(
        response,
        Value.Clean(schema, structuredClone(response)),
        `${name}: fields the schema lacks`,
      )
    }
    // A request to the builder fits only the chain of the test that recorded it.
    if (route.body !== undefined && body === undefined) continue
    const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`])
    const queryText = `${new URLSearchParams(pairs)}`
    route.check(rawRequest({ queryText, pathTexts: Object.values(params).map(String) }))
    if (route.body !== undefined) bodyReaderOf(route.body.schema)(Buffer.from(JSON.stringify(body)))
  }
  const parametersOn = async (network: Network): Promise<unknown> => {
    const group = { name: 'all', description: 'All.', routes: documented }
    const { paths } = await openapiDocument([group], '1', ABOUT, examplesOn(network))
    const { get } = paths['/v1/charts/history'] ?? {}
    return isRecord(get) && Array.isArray(get.parameters) && get.parameters.map(({ example }) => example)
  }
  const { base, resolution, from, to, countback } = examples['GET /v1/charts/history']?.query ?? {}
  assert.deepEqual(await parametersOn('devnet'), [base, '.', resolution, from, to, countback])
  assert.deepEqual(await parametersOn('preprod'), Array(6).fill(undefined))
})

test('the document is valid OpenAPI 3.1, and every field of it has a description and an example', async (t) => {
  const { url } = await startComponents(t, COMPONENT_NAMES, 3)
  const document = parse(await (await fetch(`${url}/v1/docs/openapi`)).text())
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors))
  const gaps = [...new Set(gapsOfDocument(document))]
  assert.equal(gaps.join('\n'), '')
  assert.deepEqual(wrongExamples(document), [])

  const page = pageOf('conventions')
  const odd = [...fieldsOf([document.paths, document.components.schemas])].filter(
    ([, { description, type, pattern, properties }]) => {
      if (/milliseconds/.test(`${description}`)) return true
      // Prices have at most 12 fraction digits, and are not fractions.
      if (/\{1,20\}/.test(`${pattern}`) || (isRecord(properties) && 'numerator' in properties)) return true
      return (
        (type === 'integer' || type === 'number') && /lovelace|ADA|percent|100,000/i.test(`${description}`)
      )
    },
  )
  const names = [...new Set(odd.map(([name]) => name))]
  for (const name of ['marketCap', 'validUntil', 'worstPrice', 'price']) assert.ok(names.includes(name), name)
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
})

test('the pages of the API name the paths of each rate, and each other form of an error', async (t) => {
  const { routes } = await startComponents(t, COMPONENT_NAMES, 3)
  const [, builds = '', launches = '', pictures = ''] =
    /Builds are (.*?)\. (\S+) is a launch, and (.*?) a picture\. All other paths/.exec(
      pageOf('conventions'),
    ) ?? []
  const codes = (text: string): string[] => [...text.matchAll(/`(.*?)`/g)].map(([, code = '']) => code).sort()
  const pathsOf = (rate: string): string[] =>
    [...new Set(routes.filter((route) => route.rate === rate).map(({ path }) => path))].sort()
  assert.deepEqual([builds, launches, pictures].map(codes), ['build', 'launch', 'picture'].map(pathsOf))

  const [others = ''] = /Other forms: .*? Causes of the builder/.exec(pageOf('errors')) ?? []
  const forms = routes.flatMap(({ path, responses, errorForm }) => {
    if (errorForm !== undefined)
      return Object.keys(JSON.parse(errorForm.json(new ApiError('NOT_FOUND', 'None')))).slice(0, 1)
    return Object.keys(responses).some((status) => Number(status) >= 400) ? [path] : []
  })
  assert.deepEqual(
    [...new Set(forms)].filter(
      (form) => !others.includes(form === 'jsonrpc' ? 'JSON-RPC' : form === 's' ? '"s"' : form),
    ),
    [],
  )
  assert.ok(
    ['/readyz', 'hint', 's', 'jsonrpc'].every((form) => forms.includes(form)),
    `${forms}`,
  )
})
