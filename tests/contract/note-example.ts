// The examples of the OpenAPI document: real requests and responses, written by `RENEW_EXAMPLES=1 npm test -- contract builder.e2e
// launch.e2e`. `api/openapi-document.int.test.ts` compares them with the schemas.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Example } from '../../api/http/document/openapi.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'

export const EXAMPLES_FILE = new URL('../../api/operations/openapi-examples.json', import.meta.url)

const MOST_ITEMS = 2

/** Longer examples are left out. */
const LONGEST = 6_000

const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}

/** The time of day is not renewed, so that a renewed file differs only if the service changed. */
const CLOCK = 'GET /v1/utility/server/time'

const noted = new Set<string>()

/**
 * Stores the operation's first example.
 * @param operation method and path, for example `GET /status`
 */
export const noteExample = (operation: string, { response, ...request }: Example): void => {
  if (process.env.RENEW_EXAMPLES !== '1' || noted.has(operation)) return
  noted.add(operation)
  const examples: Record<string, Example> = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'))
  const example = { ...request, response: shortened(response) }
  if (JSON.stringify(example).length > LONGEST || operation === CLOCK) return
  examples[operation] = example
  const lines = Object.entries(examples)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, example]) => `${JSON.stringify(name)}:${JSON.stringify(example)}`)
  writeFileSync(EXAMPLES_FILE, `{\n${lines.join(',\n')}\n}\n`)
}

const BUILDER = [
  '/order',
  '/cancel',
  '/create-lock',
  '/withdraw',
  '/launch',
  '/sign',
  '/sign-and-submit',
  '/submit',
]

/** The request is not stored, because it depends on a chain that no other service has. */
export const noteBuilt = (path: string, response: unknown): void => {
  if (BUILDER.includes(path)) noteExample(`POST ${path}`, { response })
}
