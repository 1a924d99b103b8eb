// Sends one payload to many sockets, and compares the feed's hub with `publish` of its WebSocket library. Then measures the memory of an
// idle connection, and the time from a block at the node to its frames.
import { type Child, startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import type { PlainRequest } from '../kit/plain-server.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import type { FanoutClientRequest } from './fanout-client.ts'
import { FRAME, WIRE_BYTES } from './fanout-data.ts'
import type { FanoutRequest } from './fanout-server.ts'
import { latency } from './latency.ts'

const SOCKETS = [1_000, 5_000]
const BURSTS = [1, 10, 100]

/** Maximum seconds per measurement. */
const MEASUREMENT_S = 1

const IDLE = { sockets: 10_000, subscriptions: 10 }

interface Variant {
  readonly name: string
  readonly isHub: boolean
  readonly isCommon: boolean
}

const VARIANTS: readonly Variant[] = [
  { name: 'uWebSockets.js, publish', isHub: false, isCommon: true },
  { name: 'ours, one common id', isHub: true, isCommon: true },
  { name: 'ours, all ids different', isHub: true, isCommon: false },
]

interface Running {
  readonly server: Child
  /** Resident bytes of the server before the sockets connected. */
  readonly residentBefore: number
  burst(frames: number): Promise<unknown>
  receive(bytes: number): Promise<unknown>
  end(): Promise<void>
}

const start = async (
  { isHub, isCommon }: Pick<Variant, 'isHub' | 'isCommon'>,
  sockets: number,
  subscriptions: number,
): Promise<Running> => {
  const server = startChild(isHub ? 'fanout/fanout-server.ts' : 'kit/plain-server.ts', ['--expose-gc'])
  const client = startChild('fanout/fanout-client.ts')
  const call = (request: FanoutClientRequest) => client.call(request)
  const serve: FanoutRequest & PlainRequest = { kind: 'serve', bodyBytes: 0 }
  const port = await server.call<number>(serve)
  const { residentBytes } = await server.usage()
  await call({ kind: 'open', port, sockets, subscriptions, isCommon, isAnswered: isHub, topic: 'New' })
  return {
    server,
    residentBefore: residentBytes,
    burst: (frames) => server.call({ kind: 'burst', frames, text: FRAME } satisfies PlainRequest),
    receive: (bytes) => call({ kind: 'receive', bytes }),
    end: async () => {
      await client.end()
      await server.end()
    },
  }
}

/** Result: frames per second at the clients, and processor microseconds of the server per frame. */
const run = async ({ server, burst, receive }: Running, sockets: number, frames: number, seconds: number) => {
  const round = async (): Promise<void> => {
    const arrived = receive(sockets * frames * WIRE_BYTES)
    await burst(frames)
    await arrived
  }
  await round()
  const before = await server.usage()
  const startedAt = performance.now()
  let rounds = 0
  do {
    await round()
    rounds++
  } while (performance.now() - startedAt < seconds * 1000)
  const elapsed = (performance.now() - startedAt) / 1000
  const after = await server.usage()
  const sent = rounds * sockets * frames
  return { rate: sent / elapsed, cpuMicros: ((after.cpuSeconds - before.cpuSeconds) / sent) * 1e6 }
}

const fanOut = async (sockets: number, rounds: number, seconds: number): Promise<void> => {
  const results = VARIANTS.map(() => BURSTS.map(() => [] as { rate: number; cpuMicros: number }[]))
  for (let round = 0; round < rounds; round++)
    for (const [at, variant] of VARIANTS.entries()) {
      const running = await start(variant, sockets, 1)
      for (const [n, burst] of BURSTS.entries())
        results[at]?.[n]?.push(await run(running, sockets, burst, seconds))
      await running.end()
    }
  const of = (at: number, n: number) => results[at]?.[n] ?? []
  const rates = (at: number, n: number): number[] => of(at, n).map(({ rate }) => rate)
  for (const [n, burst] of BURSTS.entries())
    printTable(
      `fan-out: bursts of ${burst} frames of 1 KB to ${figure(sockets)} sockets`,
      ['', 'frames/s', 'of publish', 'server CPU µs'],
      VARIANTS.map(({ name }, at) => [
        name,
        figure(median(rates(at, n))),
        ratio(perRound(rates(at, n), rates(0, n))),
        figure(median(of(at, n).map(({ cpuMicros }) => cpuMicros))),
      ]),
    )
}

const idle = async (): Promise<void> => {
  const perConnection = async (isHub: boolean, subscriptions: number): Promise<number> => {
    const { server, residentBefore, end } = await start(
      { isHub, isCommon: false },
      IDLE.sockets,
      subscriptions,
    )
    const { residentBytes } = await server.usage()
    await end()
    return (residentBytes - residentBefore) / IDLE.sockets
  }
  const bare = await perConnection(false, 0)
  const ours = await perConnection(true, IDLE.subscriptions)
  printTable(
    `idle: ${figure(IDLE.sockets)} connections`,
    ['', 'KiB a connection'],
    [
      ['uWebSockets.js alone', figure(bare / 1024)],
      [`ours, ${IDLE.subscriptions} subscriptions each`, figure(ours / 1024)],
      ['the difference', figure((ours - bare) / 1024)],
    ],
  )
}

export const fanout = async ({ rounds, seconds }: BenchOptions): Promise<void> => {
  for (const sockets of SOCKETS) await fanOut(sockets, rounds, Math.min(seconds, MEASUREMENT_S))
  await idle()
  await latency(rounds)
}
