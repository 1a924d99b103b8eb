// The server's frames as JSON. A data frame goes to many subscribers, so the request id, in which the frames differ, comes first, and the
// rest is written once.
import type { DataEvent, FeedCause, Topic } from '../../../schema/answers/feed.ts'

const END = Buffer.from('}')

/** Part of a data frame after its `requestId`. @param data JSON; undefined for a frame without data */
export const dataRest = (event: DataEvent, data: string | Uint8Array | undefined): Buffer => {
  const head = `,"event":"${event}","messageType":"Response"`
  if (data === undefined) return Buffer.from(`${head}}`)
  return Buffer.concat([Buffer.from(`${head},"data":`), Buffer.from(data), END])
}

export const dataStart = (requestId: string): string => `{"requestId":${JSON.stringify(requestId)}`

/** Reply to a client's message. @param timestamp milliseconds since 1970 */
export const replyFrame = (
  requestId: string,
  event: 'ConnectionSucceeded' | 'Pong' | 'SubscriptionSucceeded' | 'UnsubscriptionSucceeded',
  data: { readonly topic?: Topic; readonly timestamp: number },
): string => JSON.stringify({ requestId, event, messageType: 'Response', data })

/** Reply to a refused message. @param requestId null when the message has no valid id */
export const errorFrame = (requestId: string | null, cause: FeedCause, message: string): string =>
  JSON.stringify({ requestId, event: 'Error', messageType: 'Error', data: { cause, message } })

/** Ping of the server. @param timestamp milliseconds since 1970 */
export const pingFrame = (timestamp: number): string =>
  JSON.stringify({ requestId: null, event: 'Ping', messageType: 'Request', data: { timestamp } })
