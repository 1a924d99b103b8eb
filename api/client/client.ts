// A typed client of the HTTP API, and beside it the feed's: paths, parameters, bodies and answers are checked against the OpenAPI document by the
// compiler. The types in paths.ts are generated from the document; a test holds that they are current.
import createClient, { type ClientOptions } from 'openapi-fetch'
import type { LaunchpadClient } from './launchpad-client.ts'
import type { paths } from './paths.ts'

export type { SubscriptionData, Topic } from '../../schema/answers/feed.ts'
export { dataOf, foundOf, ServiceError } from './answer.ts'
export { FeedClient, type FeedHandlers, type FeedOptions, type FeedState } from './feed-client.ts'
export type { ApiOrder, FeedData, LiquidityPoolInfo, RemovedData } from './feed-data.ts'
export { initialState } from './initial-state.ts'
export type { LaunchpadClient } from './launchpad-client.ts'
export type { components, paths } from './paths.ts'
export { poolList } from './pool-list.ts'

/**
 * A client of the service at `baseUrl`. Calls answer `{ data, error, response }` and do not throw for an error answer:
 * `error` is its `{ cause, message }`.
 * @param baseUrl such as `http://127.0.0.1:8080`
 */
export const launchpadClient = (
  baseUrl: string,
  options: Omit<ClientOptions, 'baseUrl'> = {},
): LaunchpadClient => createClient<paths>({ ...options, baseUrl })
