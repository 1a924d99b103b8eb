// The bytes of a reply: compact JSON with keys in the order of a node's server. A block is sent as its stored bytes, between the start and
// end of the envelope, and is not serialised again.
import type { Point, Tip } from '../../schema/primitives.ts'

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Members are in the node's order. */
export const placeJson = (place: Point | Tip | 'origin'): string => {
  if (place === 'origin') return '"origin"'
  const height = 'height' in place ? `,"height":${place.height}` : ''
  return `{"slot":${place.slot},"id":"${place.id}"${height}}`
}

/** The block comes next, then {@link forwardEnd}. */
export const FORWARD_START = Buffer.from(
  '{"jsonrpc":"2.0","method":"nextBlock","result":{"direction":"forward","block":',
)

/** @param tip JSON of the tip @param id the request's id as JSON */
export const forwardEnd = (tip: string, id: string): Buffer => Buffer.from(`,"tip":${tip}},"id":${id}}`)

export const backwardReply = (point: Point | 'origin', tip: string, id: string): Buffer =>
  resultReply('nextBlock', `{"direction":"backward","point":${placeJson(point)},"tip":${tip}}`, id)

/** @param result JSON of the result */
export const resultReply = (method: string, result: string, id: string): Buffer =>
  Buffer.from(`{"jsonrpc":"2.0","method":${JSON.stringify(method)},"result":${result},"id":${id}}`)

/** Has no `method` if none could be read from the message. */
export const errorReply = (method: string | undefined, error: RpcError, id: string): Buffer => {
  const named = method === undefined ? '' : `,"method":${JSON.stringify(method)}`
  return Buffer.from(`{"jsonrpc":"2.0"${named},"error":${JSON.stringify(error)},"id":${id}}`)
}
