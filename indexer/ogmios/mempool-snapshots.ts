// Reads snapshots of the mempool with their transactions, over a separate connection. Ogmios returns a snapshot when the mempool has
// changed, so nothing is polled. Each request returns one transaction, in the order of arrival. For known transactions only the id is
// requested. Several requests run at the same time.
import type { TransactionEvent } from '../../schema/events.ts'
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import { count, type Json, record, text } from '../../schema/ogmios/read-json.ts'
import type { Hex } from '../../schema/primitives.ts'
import { type Connection, ConnectionLost } from './connection.ts'
import { decodeTransaction } from './decode.ts'

/** Requests that are sent together. The next ones are sent when all are answered. */
const WINDOW = 32

/** Limits of a mempool's transactions and of the bytes of its messages. A node's mempool is as large as two blocks. */
const MOST_TRANSACTIONS = 10_000
const MOST_BYTES = 64 * 2 ** 20

/** Successive reads that changes of the mempool interrupt, until the connection counts as lost. */
const TRIES = 5

/**
 * In the mempool's order, each transaction after its sub-transactions. The list is empty for a transaction that cannot be read, or that has
 * content this version does not know.
 */
type Mempool = ReadonlyMap<Hex, readonly TransactionEvent[]>

export interface MempoolSnapshot {
  /** Slot of the node's newest block, or a later slot. */
  readonly slot: number
  readonly transactions: Mempool
}

const NONE: readonly TransactionEvent[] = Object.freeze([])

/** Thrown if the server has no method for the mempool, or does not offer the method for its node. */
export class NoMempool extends Error {
  override readonly name = 'NoMempool'
}

interface Reply {
  readonly reply: Json
  /** Characters of the message. */
  readonly size: number
}

interface Waiting {
  resolve(reply: Reply): void
  reject(error: unknown): void
}

/** All requests belong to one mini-protocol, so replies come in the order of the requests. */
const asking = (connection: Connection): ((method: string, params?: string) => Promise<Reply>) => {
  const { socket } = connection.context
  const waiting: Waiting[] = []
  let reason: string | undefined
  connection.closed.then((why) => {
    reason = why
    for (const { reject } of waiting.splice(0)) reject(new ConnectionLost(why))
  })
  socket.on('message', (data) => {
    const next = waiting.shift()
    if (next === undefined) return
    try {
      const message = String(data)
      next.resolve({ reply: record(parseLossless(message), 'the frame'), size: message.length })
    } catch (error) {
      next.reject(
        new ConnectionLost(`Ogmios sent a message that cannot be read (${String(error)})`, { cause: error }),
      )
    }
  })
  return (method, params) =>
    new Promise((resolve, reject) => {
      if (reason !== undefined) return reject(new ConnectionLost(reason))
      waiting.push({ resolve, reject })
      const rest = params === undefined ? '' : `,"params":${params}`
      socket.send(`{"jsonrpc":"2.0","method":"${method}"${rest}}`)
    })
}

/** Whether an error has a code of JSON-RPC itself, for example because the server lacks the method. */
const isRefusal = (code: unknown): boolean => Number(code) >= -32_700 && Number(code) <= -32_600

/** @throws {NoMempool | ConnectionLost} if the reply is an error */
const resultOf = ({ reply }: Reply, method: string): unknown => {
  if (reply.error === undefined) return reply.result
  const { code, message } = record(reply.error, 'error')
  const problem = `Ogmios refused ${method} (${code}: ${message})`
  throw isRefusal(code) ? new NoMempool(problem) : new ConnectionLost(problem)
}

const tooLarge = (): ConnectionLost =>
  new ConnectionLost(
    `the mempool is larger than ${MOST_TRANSACTIONS} transactions or ${MOST_BYTES >> 20} MiB, which no node allows: check Ogmios`,
  )

/** The list is empty for a transaction that cannot be read. */
const entryOf = (value: unknown, isWhole: boolean): readonly [Hex, readonly TransactionEvent[]] => {
  const id = text(record(value, 'transaction').id, 'id')
  if (!isWhole) return [id, NONE]
  try {
    return [id, decodeTransaction(value)]
  } catch {
    return [id, NONE]
  }
}

/**
 * The connection must have no other user.
 * @returns a function that returns the next snapshot: the first at once, later ones when the mempool has changed. It rejects with
 * {ConnectionLost} if the connection ends, and with {NoMempool} if the server refuses.
 */
export const mempoolSnapshots = (connection: Connection): (() => Promise<MempoolSnapshot>) => {
  const ask = asking(connection)
  let known: Mempool = new Map()

  /**
   * Returns the position of an unknown transaction if only its id was requested.
   * @param wholeFrom position from which whole transactions are requested
   */
  const read = async (wholeFrom: number): Promise<Mempool | { readonly unknownAt: number }> => {
    const taken = new Map<Hex, readonly TransactionEvent[]>()
    let unknownAt: number | undefined
    let bytes = 0
    for (let asked = 0; asked < MOST_TRANSACTIONS; asked += WINDOW) {
      const replies = Array.from({ length: WINDOW }, (_, offset) => {
        const isWhole = asked + offset >= wholeFrom
        return ask('nextTransaction', isWhole ? '{"fields":"all"}' : undefined).then((reply) => {
          bytes += reply.size
          if (bytes > MOST_BYTES) throw tooLarge()
          return { value: record(resultOf(reply, 'nextTransaction'), 'result').transaction, isWhole }
        })
      })
      for (const [offset, { value, isWhole }] of (await Promise.all(replies)).entries()) {
        if (value === null) return unknownAt === undefined ? taken : { unknownAt }
        const [id, transaction] = entryOf(value, isWhole)
        if (!isWhole && !known.has(id)) unknownAt ??= asked + offset
        taken.set(id, known.get(id) ?? transaction)
      }
    }
    throw tooLarge()
  }

  /** @returns the snapshot's slot */
  const acquire = async (): Promise<number> => {
    const result = resultOf(await ask('acquireMempool'), 'acquireMempool')
    return count(record(result, 'result').slot, 'slot')
  }

  return async () => {
    let slot = await acquire()
    let wholeFrom = known.size
    for (let tries = 0; tries < TRIES; tries++) {
      const taken = await read(wholeFrom)
      if (!('unknownAt' in taken)) {
        known = taken
        return { slot, transactions: taken }
      }
      // The positions of the transactions have changed, and a snapshot can be read only once. So the next snapshot is acquired.
      wholeFrom = taken.unknownAt
      resultOf(await ask('releaseMempool'), 'releaseMempool')
      slot = await acquire()
    }
    throw new ConnectionLost('the mempool changed faster than it can be read')
  }
}
