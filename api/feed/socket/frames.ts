// The server's frames as JSON. A data frame goes to many subscribers. Their frames differ only in the request id, which comes first. The
// part after the id is written once, into a buffer for all sockets. Since a socket copies the bytes that it sends, only the beginning is
// overwritten for the next subscriber.
import type { DataEvent, FeedCause, Topic } from '../../../schema/responses/feed.ts'

const END = Buffer.from('}')

/** A request id has up to 128 UTF-16 units, each of at most six bytes in JSON. */
const ROOM = 1_024

/**
 * The part of a frame after the `requestId`.
 * @param data JSON; undefined for a frame without data
 */
export const dataRest = (event: DataEvent, data: string | Uint8Array | undefined): Buffer => {
  const head = `,"event":"${event}","messageType":"Response"`
  if (data === undefined) return Buffer.from(`${head}}`)
  return Buffer.concat([Buffer.from(`${head},"data":`), Buffer.from(data), END])
}

export const dataStart = (requestId: string): string => `{"requestId":${JSON.stringify(requestId)}`

export class SharedRest {
  readonly #bytes: Buffer
  #frame: Uint8Array
  #start = ''

  /** @param rest in UTF-8, see `dataRest` */
  constructor(rest: Uint8Array) {
    this.#bytes = Buffer.allocUnsafe(ROOM + rest.length)
    this.#bytes.set(rest, ROOM)
    this.#frame = this.#bytes.subarray(ROOM)
  }

  /**
   * The bytes are valid until the next call with another beginning.
   * @throws {RangeError} if the beginning has more than 1,024 bytes
   */
  after(start: string): Uint8Array {
    if (start === this.#start) return this.#frame
    const length = Buffer.byteLength(start)
    if (length > ROOM) throw new RangeError(`a frame begins with ${length} bytes; there is room for ${ROOM}`)
    this.#bytes.write(start, ROOM - length)
    this.#start = start
    this.#frame = this.#bytes.subarray(ROOM - length)
    return this.#frame
  }
}

/** @param timestamp Unix milliseconds */
export const replyFrame = (
  requestId: string,
  event: 'ConnectionSucceeded' | 'Pong' | 'SubscriptionSucceeded' | 'UnsubscriptionSucceeded',
  data: { readonly topic?: Topic; readonly timestamp: number },
): string => JSON.stringify({ requestId, event, messageType: 'Response', data })

/** @param requestId null if the message has no valid id */
export const errorFrame = (requestId: string | null, cause: FeedCause, message: string): string =>
  JSON.stringify({ requestId, event: 'Error', messageType: 'Error', data: { cause, message } })

/** @param timestamp Unix milliseconds */
export const pingFrame = (timestamp: number): string =>
  JSON.stringify({ requestId: null, event: 'Ping', messageType: 'Request', data: { timestamp } })
