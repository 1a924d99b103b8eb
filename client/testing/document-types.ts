// The client's types, generated from the OpenAPI document. The generator needs the JavaScript API of TypeScript, which TypeScript 7 no
// longer has; a hook passes it the API in @ts-morph/common.
import { register } from 'node:module'

const HEAD = `// Generated from the OpenAPI document; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- client
`

/** Members of a path that state an absence: methods and parameters that it does not have. The client does not need them. */
const ABSENT = /^ {8}(?:parameters: \{\n(?: {12}\w+\?: never;\n)+ {8}\}|\w+\?: never);\n/gm

/** @param document OpenAPI document as JSON; without its examples, which would be most of the types */
export const documentTypes = async (document: string): Promise<string> => {
  register(new URL('typescript-hook.mjs', import.meta.url))
  const { astToString, default: generate } = await import('openapi-typescript')
  const plain = JSON.parse(document, (key, value) => (key === 'example' ? undefined : value))
  // A parameter with a default is optional in a request.
  const types = astToString(await generate(plain, { defaultNonNullable: false }))
  const end = types.indexOf('export type webhooks')
  return HEAD + types.slice(0, end).replaceAll(ABSENT, '') + types.slice(end)
}
