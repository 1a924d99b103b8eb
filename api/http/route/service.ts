// State that a server's exchanges share: limits, the parts that write responses, and the read models.
import type { Logger } from 'pino'
import type { TokenOf } from '../../../schema/codecs/asset-text.ts'
import { ApiError } from '../../../schema/errors.ts'
import type { Point } from '../../../schema/primitives.ts'
import type { HttpCounts } from '../http-counts.ts'
import type { Connections } from '../limits/connections.ts'
import type { InFlight } from '../limits/in-flight.ts'
import type { LoopTurn } from '../limits/loop-turn.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { BodiesShared } from '../limits/receive-body.ts'
import type { SocketShares } from '../limits/socket-shares.ts'
import type { Compressor } from '../response/compressor.ts'
import type { ResponseCache } from '../response/response-cache.ts'
import type { ResponseHeads } from '../response/response-head.ts'
import type { UnsentResponses } from '../response/unsent-responses.ts'
import type { Clients } from './client-address.ts'
import type { ModelVersions } from './reads.ts'
import type { Streams } from './streamed.ts'

/** The read models, as the server uses them. */
export interface ModelsView {
  /**
   * Returns the last block of the refreshed models, for the headers of the response.
   * @throws {Error} if the models cannot be read
   */
  refresh(): Point | undefined
  /** Versions of the models' rows as of the last refresh. */
  readonly versions: ModelVersions
  /**
   * Last block of some models as of the last refresh. While these models are rebuilt, it is the last block of their old version.
   * @param models names of the models
   */
  pointOf(models: readonly string[]): Point | undefined
  readonly tokenOf?: TokenOf
  /** Refreshes, then runs a function without commits between its reads. */
  inOneState<T>(read: () => T): T
  /** @throws {ApiError} SERVICE_UNAVAILABLE if the models must not be served now */
  check(): void
}

export interface Service extends BodiesShared {
  readonly log: Logger
  /** Whether every response is logged. Read once, since each check takes measurable time. */
  readonly logsResponses: boolean
  readonly isForPages: boolean
  readonly heads: ResponseHeads
  readonly models: ModelsView | undefined
  readonly versions: ModelVersions
  readonly clients: Clients
  /** Limits of clients; undefined if clients have none. */
  readonly limits: RateLimits | undefined
  readonly connections: Connections
  readonly sockets: SocketShares
  readonly loopTurn: LoopTurn
  readonly responses: ResponseCache
  readonly compressor: Compressor
  readonly unsent: UnsentResponses
  readonly streams: Streams
  readonly counts: HttpCounts
  /** Returns random numbers from 0 to below 1. */
  readonly random: () => number
  /** Exchanges whose body is arriving, whose handler runs, or whose response is not completely sent. */
  readonly inFlight: InFlight
  /** Whether connections are closed after their response. */
  closing: boolean
}

/**
 * Checks that a response may come from the models.
 * @param unreadable error of refreshing them; undefined on success
 * @throws {ApiError} SERVICE_UNAVAILABLE
 */
export const checkModels = (
  { log, models }: Pick<Service, 'log' | 'models'>,
  unreadable: unknown,
  request: { readonly id: string },
): void => {
  if (unreadable !== undefined) {
    log.error({ err: unreadable, requestId: request.id }, 'the read models cannot be read')
    throw new ApiError('SERVICE_UNAVAILABLE', 'The read models cannot be read, try again later', {
      'Retry-After': '5',
    })
  }
  models?.check()
}
