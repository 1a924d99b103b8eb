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

export interface ModelsView {
  /**
   * The last block of the refreshed models.
   * @throws {Error} if the models cannot be read
   */
  refresh(): Point | undefined
  /** As of the last refresh. */
  readonly versions: ModelVersions
  /**
   * The last block as of the last refresh. While these models are rebuilt, the last block of their old version.
   * @param models names
   */
  pointOf(models: readonly string[]): Point | undefined
  readonly tokenOf?: TokenOf
  /** Refreshes, then reads without commits in between. */
  inOneState<T>(read: () => T): T
  /** @throws {ApiError} SERVICE_UNAVAILABLE if the models must not be served now */
  check(): void
}

export interface Service extends BodiesShared {
  readonly log: Logger
  /** Read once, because each check takes measurable time. */
  readonly logsResponses: boolean
  readonly isForPages: boolean
  readonly heads: ResponseHeads
  readonly models: ModelsView | undefined
  readonly versions: ModelVersions
  readonly clients: Clients
  /** Undefined if clients have no limits. */
  readonly limits: RateLimits | undefined
  readonly connections: Connections
  readonly sockets: SocketShares
  readonly loopTurn: LoopTurn
  readonly responses: ResponseCache
  readonly compressor: Compressor
  readonly unsent: UnsentResponses
  readonly streams: Streams
  readonly counts: HttpCounts
  /** 0 to below 1. */
  readonly random: () => number
  /** Body arriving, handler running, or response not completely sent. */
  readonly inFlight: InFlight
  /** Connections are closed after their response. */
  closing: boolean
}

/**
 * @param unreadable error of refreshing the models; undefined on success
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
