// A checked message from a client: a JSON-RPC request, or the reason why the message is not a request. The id is kept as the client's text,
// since it may be any JSON value and must be returned unchanged. Parameters come from a lossless parse.
import { isUtf8 } from 'node:buffer'
import { INVALID_REQUEST } from '../../schema/ogmios/codes.ts'
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import { memberText } from '../../schema/ogmios/member-text.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import type { Point } from '../../schema/primitives.ts'
import { MethodError } from './methods.ts'

export interface Request {
  readonly method: string
  readonly params: unknown
  /** `null` if the request had no id. */
  readonly id: string
}

export interface InvalidRequest {
  readonly invalid: string
  readonly id: string
}

const parse = (message: Buffer): unknown => {
  try {
    return isUtf8(message) ? parseLossless(message.toString('utf8')) : undefined
  } catch {
    return undefined
  }
}

/** `jsonrpc` and `method` are required; unknown members are ignored. */
export const readRequest = (message: Buffer): Request | InvalidRequest => {
  const value = parse(message)
  if (!isRecord(value)) return { invalid: 'must be a well-formed JSON object.', id: 'null' }
  const id = memberText(message, 'id')?.toString('utf8') ?? 'null'
  if (value.jsonrpc !== '2.0') return { invalid: '"jsonrpc" must be "2.0".', id }
  if (typeof value.method !== 'string')
    return { invalid: "field 'method' must be present and be a string.", id }
  return { method: value.method, params: value.params, id }
}

export const readPoint = (value: unknown): Point | 'origin' | undefined => {
  if (value === 'origin') return value
  if (!isRecord(value) || typeof value.slot !== 'number' || typeof value.id !== 'string') return undefined
  return { slot: value.slot, id: value.id }
}

export const readPoints = (params: unknown): readonly (Point | 'origin')[] | undefined => {
  if (!isRecord(params) || !Array.isArray(params.points)) return undefined
  const points: (Point | 'origin')[] = []
  for (const value of params.points) {
    const point = readPoint(value)
    if (point === undefined) return undefined
    points.push(point)
  }
  return points
}

/**
 * Ogmios has one code for an invalid request, an unknown method and invalid parameters.
 * @param reason states the valid parameters
 */
export const invalid = (reason: string): MethodError =>
  new MethodError(INVALID_REQUEST, `Invalid request: ${reason}`)

export const member = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined)
