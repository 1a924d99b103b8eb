// The client's types, generated from the OpenAPI document. The generator works with the JavaScript API of TypeScript,
// which TypeScript 7 no longer has; a hook gives it the one that comes with @ts-morph/common.
import { register } from 'node:module'

const HEAD = `// Generated from the OpenAPI document; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- api/client
`

/** @param document in YAML or JSON */
export const documentTypes = async (document: string): Promise<string> => {
  register(new URL('typescript-hook.mjs', import.meta.url))
  const { astToString, default: generate } = await import('openapi-typescript')
  // What has a default may be left out of a request.
  return HEAD + astToString(await generate(document, { defaultNonNullable: false }))
}
