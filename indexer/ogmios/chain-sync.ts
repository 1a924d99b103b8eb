// The chain-sync session on a connection: finds an intersection, then keeps a number of `nextBlock` requests running. The client library
// finds the intersection. The replies are read by this project's reader, because the library's parser would be the slowest part of
// following, and fails on some blocks.
import { ChainSynchronization, JSONRPCError } from '@cardano-ogmios/client'
import { INTERSECTION_NOT_FOUND } from '../../schema/ogmios/codes.ts'
import type { Point, Tip } from '../../schema/primitives.ts'
import { type Connection, ConnectionLost } from './connection.ts'
import { decodeMessage } from './decode.ts'
import { UnknownContent } from './known-content.ts'
import { type AboutBlock, type ChainSyncMessage, UnknownBlock, UnreadableFrame } from './messages.ts'
import { readMessage } from './read-message.ts'

const NEXT_BLOCK = '{"jsonrpc":"2.0","method":"nextBlock"}'

/** Read from the text before the block's transactions. */
const aboutFrame = (frame: string): AboutBlock => {
  const end = frame.indexOf('"transactions"')
  const header = frame.slice(0, end === -1 ? 2_000 : end)
  const slot = /"slot":(\d{1,15})\b/.exec(header)?.[1]
  const height = /"height":(\d{1,15})\b/.exec(header)?.[1]
  const id = /"id":"([0-9a-f]{64})"/.exec(header)?.[1]
  return {
    ...(slot === undefined ? undefined : { slot: Number(slot) }),
    ...(height === undefined ? undefined : { height: Number(height) }),
    ...(id === undefined ? undefined : { id }),
  }
}

/** Whether the message has more transactions without outputs than the frame has empty output lists. */
const lacksOutputs = (frame: string, message: ChainSyncMessage): boolean => {
  if (message.kind !== 'forward') return false
  const empty = message.block.transactions.filter(({ valid, outputs, firstOutput }) =>
    valid ? outputs.length === 0 : firstOutput === 0,
  )
  return empty.length > 0 && empty.length > frame.split(/"outputs":\s*\[\s*\]/).length - 1
}

/**
 * From Ogmios 7.0 on, frames may leave out empty outputs.
 * @throws {UnreadableFrame} if the frame cannot be read
 * @throws {UnknownBlock} if its block has content that this version does not know
 */
export const readFrameOf = (version: string | undefined, frame: string): ChainSyncMessage => {
  const message = readFrame(frame)
  if (version?.startsWith('v6.') && lacksOutputs(frame, message))
    throw new UnreadableFrame('a transaction lacks its outputs', aboutFrame(frame))
  return message
}

/**
 * @throws {UnreadableFrame} if both readers fail
 * @throws {UnknownBlock} if its block has content that this version does not know
 */
export const readFrame = (frame: string): ChainSyncMessage => {
  try {
    return readMessage(frame)
  } catch {
    try {
      return decodeMessage(frame)
    } catch (error) {
      if (error instanceof UnknownContent) throw new UnknownBlock(error.message, aboutFrame(frame))
      throw new UnreadableFrame(error instanceof Error ? error.message : String(error), aboutFrame(frame))
    }
  }
}

/** Undefined if the node knows none of the points. */
export const intersect = async (
  connection: Connection,
  points: readonly (Point | 'origin')[],
): Promise<{ readonly point: Point | 'origin'; readonly tip: Tip | 'origin' } | undefined> => {
  try {
    const { intersection, tip } = await ChainSynchronization.findIntersection(connection.context, [...points])
    return { point: intersection, tip }
  } catch (error) {
    const code =
      error instanceof JSONRPCError ? error.code : (error as { error?: { code?: number } }).error?.code
    if (code === INTERSECTION_NOT_FOUND) return undefined
    const message =
      error instanceof Error ? error.message : (error as { error?: { message?: string } }).error?.message
    throw new ConnectionLost(`Ogmios refused to find an intersection (${message ?? String(error)})`, {
      cause: error,
    })
  }
}

export type ChainSync = ReturnType<typeof listen>

/**
 * Nothing is requested before `request`.
 * @param onFrame receives every text frame when it arrives, before it is parsed
 */
export const listen = (connection: Connection, onFrame: (frame: string) => void) => {
  const { socket } = connection.context
  let sign = true
  socket.on('ping', () => {
    sign = true
  })
  socket.on('message', (data) => {
    sign = true
    onFrame(String(data))
  })
  return {
    request(count: number): void {
      for (let at = 0; at < count; at++) socket.send(NEXT_BLOCK)
    },
    /** Whether the server has sent a message or a ping since the last call. */
    hadSignOfLife(): boolean {
      const had = sign
      sign = false
      return had
    },
  }
}
