// Serves the OpenAPI document of all routes of this process, which is made on the first request. A thread writes the YAML, which takes a
// fifth of a second and would delay every other request.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Type } from '@sinclair/typebox'
import { reportFrom, startWorker } from '../../schema/platform/start-worker.ts'
import type { Network } from '../../schema/primitives.ts'
import { type About, type DocumentedGroup, type Examples, openapiDocument } from '../http/document/openapi.ts'
import { PROCESS } from '../http/route/etag.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'

export const OPENAPI_PATH = '/v1/docs/openapi'

/** The conventions of all paths. */
export const ABOUT: About = {
  title: 'Token launchpad',
  description: `Indexer and transaction builder of a token launchpad on Cardano.

- Amounts are decimal strings in the smallest unit: lovelace, or units of a token. Fields that are JSON numbers say so.
- Assets are \`{policyId}.{assetName in hex}\`; \`.\` is ADA. Requests may leave the point out, or name a listed token by its fingerprint (\`asset1…\`, CIP-14).
- Times are Unix seconds, unless a field says milliseconds.
- Errors are \`{"cause", "message"}\`. Programs read \`X-Error-Code\`. Repeat a request after the seconds in \`Retry-After\`; without this header, change the request.
- \`X-Indexed-Slot\` and \`X-Indexed-Block\` name the block that a response reflects.
- Changes are sent over the WebSocket \`/ws\`, which \`/asyncapi.json\` describes.
- \`/kupo\` and \`/ogmios\` have interfaces of Kupo and Ogmios, which are not listed here.

The folder \`docs/api\` of the project has their paths, methods and errors, and worked examples.`,
}

/** From a service on the devnet's recorded chain. */
const EXAMPLES_FILE = fileURLToPath(new URL('openapi-examples.json', import.meta.url))

/** On a devnet, requests have examples too, because every devnet begins with the recorded chain to which they belong. */
export const examplesOn = (network: Network): Examples => {
  const examples: Examples = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'))
  if (network === 'devnet') return examples
  return Object.fromEntries(Object.entries(examples).map(([name, { response }]) => [name, { response }]))
}

interface Texts {
  readonly yaml: Prepared
  readonly json: Prepared
}

const yamlOf = (json: string): Promise<string> =>
  reportFrom(startWorker(new URL('yaml-thread.ts', import.meta.url), { json }))

/**
 * @param groups called when the document is made; they contain these two routes
 * @param version of the service
 * @param examples called when the document is made
 */
export const openapiRoutes = (
  groups: () => readonly DocumentedGroup[],
  version: string,
  examples: () => Examples = () => ({}),
): readonly Route[] => {
  const rules = {
    cache: 'public, max-age=60',
    vary: 'Accept',
    // The document never changes while the process runs.
    state: () => PROCESS,
  } as const
  const json: Route = route({
    ...rules,
    path: '/openapi.json',
    operationId: 'getOpenapiJson',
    summary: 'This document in JSON',
    description: 'The OpenAPI document of every route this process serves, for generators that read no YAML.',
    state: () => `${PROCESS}-json`,
    responses: {
      200: {
        schema: Type.Record(Type.String(), Type.Unknown(), { examples: [{ openapi: '3.1.0' }] }),
        description: 'An OpenAPI 3.1 document.',
      },
    },
    handle: async (_, reply) => reply(200, (await document()).json),
  })
  const yaml: Route = route({
    ...rules,
    path: OPENAPI_PATH,
    operationId: 'getOpenapi',
    summary: 'This document',
    description:
      'The OpenAPI document of every route this process serves; in JSON where `Accept` prefers that.',
    other: json,
    responses: {
      200: {
        schema: Type.String(),
        contentType: 'application/yaml',
        description: 'An OpenAPI 3.1 document in YAML.',
      },
    },
    handle: async (_, reply) => reply(200, (await document()).yaml),
  })
  let making: Promise<Texts> | undefined
  const document = (): Promise<Texts> => {
    making ??= openapiDocument(groups(), version, ABOUT, examples())
      .then(async (made) => {
        const text = JSON.stringify(made)
        return { yaml: new Prepared(await yamlOf(text)), json: new Prepared(text) }
      })
      .catch((error: unknown) => {
        making = undefined
        throw error
      })
    return making
  }
  return [yaml, json]
}
