// Attackers of the siege. Each attacker causes much memory use or work at the server with little effort. The attackers have the lowest
// priority, so they take no processor time from the server and the honest clients. They reopen only a limited number of closed connections.
// They attack until the process is killed: on a busy machine a process of the lowest priority would take minutes to end by itself.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { maskedFrame, openRaw } from '../../api/feed/testing/raw-client.ts'
import { respond } from '../bench/kit/child.ts'
import { carryOut } from '../hostile/http/client.ts'
import { connectionPlan } from '../hostile/http/connection.ts'
import { type HeavyTargets, heavyRequests, type Market } from '../hostile/http/heavy-requests.ts'
import { type HttpRequest, responseTo } from '../hostile/http/response-to.ts'
import { ATTACKS, type Attack, WALLET_ADDRESS, WALLET_KEY, WALLET_OUTPUTS } from './siege-attacks.ts'

export type AttackerRequest =
  | {
      readonly kind: 'begin'
      readonly attack: Attack
      readonly port: number
      readonly imagePath: string
      readonly cid: string
      readonly market: Market
    }
  | { readonly kind: 'count' }

export interface AttackCount {
  readonly connections: number
  readonly megabytes: number
  readonly responses: number
}

const REOPENED = 20

const PIPELINED = 30_000
const UNREAD_CONNECTIONS = 200
const UNREAD_REQUESTS = 200
const UPLOADS = 2_000
const UPLOAD_BYTES = 1_000_000
const UPLOAD_PIECE = 128 * 1024
const UPLOADED_AT_MOST = 4 * UPLOAD_PIECE
const CLIENTS = 8
const FLOODERS = 60
const RESPONSE_TIMEOUT_MS = 60_000
const PLAN_TIMEOUT_MS = 10_000

const OPENED = 500

const post = (body: string, length = Buffer.byteLength(body)): string =>
  `POST /getUtxos HTTP/1.1\r\nHost: attacker\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`

class Attacker {
  #connections = 0
  #bytes = 0
  #responses = 0
  readonly #port: number
  readonly #open = new Set<Socket>()

  constructor(port: number) {
    this.#port = port
  }

  get count(): AttackCount {
    return {
      connections: this.#connections,
      megabytes: this.#bytes / 2 ** 20,
      responses: this.#responses,
    }
  }

  run(attack: Attack, targets: HeavyTargets): Promise<unknown> {
    switch (attack) {
      case 'pipelining':
        return this.#keepOpen(1, 'GET /v1/docs/openapi HTTP/1.1\r\nHost: attacker\r\n\r\n'.repeat(PIPELINED))
      case 'unread':
        return this.#keepOpen(
          UNREAD_CONNECTIONS,
          post(JSON.stringify({ pkh: WALLET_KEY })).repeat(UNREAD_REQUESTS),
        )
      case 'uploads':
        return Promise.all([this.#keepOpen(UPLOADS, post('', UPLOAD_BYTES), true), this.#drip()])
      case 'deep pages':
        return Promise.all(Array.from({ length: CLIENTS }, (_, at) => this.#request(pagesFrom(at))))
      case 'feed':
        return this.#flood()
      case 'plans':
        return this.#carryOutPlans(targets)
      default: {
        const requests = heavyRequests(attack, targets)
        return Promise.all(
          Array.from({ length: CLIENTS }, (_, at) => {
            let sent = at
            return this.#request(() => {
              const { headers = {}, ...question } = requests[sent++ % requests.length] ?? { path: '/' }
              return { ...question, headers: { ...headers, ...someStranger() } }
            })
          }),
        )
      }
    }
  }

  async #flood(): Promise<void> {
    const ping = Buffer.concat(Array.from({ length: 200 }, () => Buffer.of(0x89, 0x80, 0, 0, 0, 0)))
    const frames = [ping, maskedFrame('['.repeat(60_000)), maskedFrame('{}'), Buffer.alloc(10_000, 0x01)]
    for (let sent = 0; ; await sleep(100)) {
      if (this.#open.size < FLOODERS) {
        const socket = this.#watch(
          openRaw(this.#port, {}, `X-Forwarded-For: ${someStranger()['X-Forwarded-For']}\r\n`),
        )
        socket.resume()
      }
      for (const socket of this.#open)
        if (socket.writableLength === 0) {
          socket.write(frames[sent++ % frames.length] ?? ping)
          this.#responses++
        }
    }
  }

  /** Uses connections as no browser does. */
  async #carryOutPlans(targets: HeavyTargets): Promise<void> {
    const plan = connectionPlan({ token: targets.market.token, keyHash: WALLET_KEY })
    for (;;) {
      await Promise.all(fc.sample(plan, CLIENTS).map((each) => carryOut(this.#port, each, PLAN_TIMEOUT_MS)))
      this.#responses += CLIENTS
    }
  }

  #connect(): Socket {
    return this.#watch(connect({ host: '127.0.0.1', port: this.#port, noDelay: true }))
  }

  #watch(socket: Socket): Socket {
    this.#connections++
    this.#open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#open.delete(socket))
    return socket
  }

  async #keepOpen(count: number, text: string, reads = false): Promise<void> {
    for (let opened = 0; ; ) {
      const most = opened < count ? OPENED : REOPENED
      for (let n = 0; n < most / 10 && this.#open.size < count; n++, opened++) {
        const socket = this.#connect()
        if (reads) socket.resume()
        else socket.pause()
        socket.write(text)
        this.#bytes += text.length
      }
      await sleep(100)
    }
  }

  async #drip(): Promise<void> {
    const piece = Buffer.alloc(UPLOAD_PIECE, 'x')
    const sent = new WeakMap<Socket, number>()
    for (;;) {
      const sockets = [...this.#open]
      for (let tenth = 0; tenth < 10; tenth++) {
        for (const socket of sockets.filter((_, at) => at % 10 === tenth)) {
          const before = sent.get(socket) ?? 0
          if (before >= UPLOADED_AT_MOST || socket.destroyed || socket.writableLength > 0) continue
          socket.write(piece)
          sent.set(socket, before + piece.length)
          this.#bytes += piece.length
        }
        await sleep(100)
      }
    }
  }

  /** Each request follows the response to the previous one. */
  async #request(next: () => HttpRequest): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    for (;;) {
      const received = await responseTo(agent, this.#port, next(), RESPONSE_TIMEOUT_MS).catch(() => undefined)
      if (received !== undefined) {
        this.#responses++
        this.#bytes += received.body.length
      }
      if (received?.isFirst === true) this.#connections++
      if (received?.isLast !== false) await sleep(1000 / REOPENED)
    }
  }
}

/** Each client begins at another offset. */
const pagesFrom = (at: number): (() => HttpRequest) => {
  let offset = WALLET_OUTPUTS / 2 + (at * WALLET_OUTPUTS) / 2 / CLIENTS
  return () => {
    offset = WALLET_OUTPUTS / 2 + ((offset + 7_919) % (WALLET_OUTPUTS / 2 - 1_000))
    return { path: '/getUtxos', body: JSON.stringify({ pkh: WALLET_KEY, offset, limit: 1_000 }) }
  }
}

/** The server has separate limits for each client. */
const someStranger = () => ({ 'X-Forwarded-For': `198.51.100.${Math.floor(Math.random() * 256)}` })

/** Lowest scheduling priority. Without `chrt`, only the main thread gets the lowest nice value. */
const stepBack = (): void => {
  const { status } = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', `${process.pid}`], {
    stdio: 'ignore',
  })
  if (status !== 0) setPriority(constants.priority.PRIORITY_LOW)
}

const attackers = new Map<Attack, Attacker>()

respond<AttackerRequest>(async (request) => {
  if (request.kind === 'begin') {
    const { attack, port, imagePath } = request
    const attacker = new Attacker(port)
    attackers.set(attack, attacker)
    // With the lowest priority from the start, a busy machine might never begin the last attack.
    if (attackers.size === ATTACKS.length) stepBack()
    const image = readFileSync(imagePath)
    void attacker.run(attack, { ...request, image, address: WALLET_ADDRESS })
    return null
  }
  return Object.fromEntries(Array.from(attackers, ([attack, attacker]) => [attack, attacker.count]))
})
