// Many WebSocket clients that do as little as possible: they subscribe, and count received bytes.
import type { Socket } from 'node:net'
import { maskedFrame, openRaw } from '../../../api/feed/testing/raw-client.ts'
import { respond } from '../kit/child.ts'
import { REQUEST_ID, requestIdOf } from './fanout-data.ts'

export type FanoutClientRequest =
  | {
      readonly kind: 'open'
      readonly port: number
      readonly sockets: number
      readonly subscriptions: number
      readonly isCommon: boolean
      readonly isAnswered: boolean
      readonly topic: 'New' | 'Latest'
    }
  /** Responds when this many bytes in total have arrived since the last request. */
  | { readonly kind: 'receive'; readonly bytes: number }
  /** The response comes when every socket has received bytes, or after this many milliseconds. */
  | { readonly kind: 'arrivals'; readonly patience: number }

/** Times at which each socket received its first frame, in nanoseconds as digits; null if a socket received none. */
export type Arrivals = readonly string[] | null

const AT_ONCE = 200

const subscribe = (requestId: string, topic: string): Buffer =>
  maskedFrame(JSON.stringify({ messageType: 'subscribe', clientId: 'bench', requestId, topic, data: {} }))

const buffer = Buffer.allocUnsafeSlow(1024 * 1024)
let received = 0
let look = (): void => {}

const ANSWERED = Buffer.from('}}')
let isCounting = false
let answered = 0

const countAnswers = (length: number): void => {
  for (let at = 0; ; at += ANSWERED.length, answered++) {
    at = buffer.subarray(0, length).indexOf(ANSWERED, at)
    if (at === -1) return
  }
}

const arrivals = new Map<number, bigint>()
let opened = 0

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const number = opened++
    const callback = (length: number): boolean => {
      received += length
      if (!arrivals.has(number)) arrivals.set(number, process.hrtime.bigint())
      resolve(socket)
      if (isCounting) countAnswers(length)
      look()
      return true
    }
    const socket: Socket = openRaw(port, { onread: { buffer, callback } })
    socket.on('error', reject)
  })

const sockets: Socket[] = []

respond<FanoutClientRequest>(async (request) => {
  if (request.kind === 'receive') {
    const { bytes } = request
    await new Promise<void>((resolve) => {
      look = () => {
        if (received >= bytes) resolve()
      }
      look()
    })
    if (received > bytes) throw new Error(`${received - bytes} bytes too many were received`)
    received = 0
    return null
  }
  if (request.kind === 'arrivals') {
    // Late frames of an earlier measurement are not counted.
    arrivals.clear()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, request.patience)
      look = () => {
        if (arrivals.size < sockets.length) return
        clearTimeout(timer)
        resolve()
      }
      look()
    })
    return arrivals.size < sockets.length ? null : Array.from(arrivals.values(), String)
  }
  const { port, sockets: count, subscriptions, isCommon, isAnswered, topic } = request
  while (sockets.length < count) {
    const more = Math.min(AT_ONCE, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: more }, () => open(port)))))
  }
  isCounting = true
  for (const [at, socket] of sockets.entries())
    for (let n = 0; n < subscriptions; n++)
      socket.write(
        subscribe(n === 0 ? (isCommon ? REQUEST_ID : requestIdOf(at)) : `${requestIdOf(at)}-${n}`, topic),
      )
  while (isAnswered && answered < count * subscriptions)
    await new Promise((resolve) => setTimeout(resolve, 10))
  isCounting = false
  arrivals.clear()
  received = 0
  return null
})
