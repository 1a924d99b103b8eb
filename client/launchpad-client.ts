// A typed client of the HTTP API. The compiler checks paths, parameters, bodies and responses against the OpenAPI document. The types in
// paths.ts are generated from the document; a test checks that they are current.
import createClient, { type Client, type ClientOptions } from 'openapi-fetch'
import type { paths } from './paths.ts'

export type LaunchpadClient = Client<paths>

/**
 * Creates a client of the service at `baseUrl`. Calls return `{ data, error, response }`. They do not throw for an error response: `error`
 * is its `{ cause, message }`.
 * @param baseUrl URL, for example `http://127.0.0.1:8080`
 */
export const launchpadClient = (
  baseUrl: string,
  options: Omit<ClientOptions, 'baseUrl'> = {},
): LaunchpadClient => createClient<paths>({ ...options, baseUrl })
