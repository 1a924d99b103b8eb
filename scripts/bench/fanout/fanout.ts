// One payload to many sockets: the feed's hub beside the publish of the library it stands on, and beside the loop that is
// usual with the `ws` package. Then what an idle connection costs in memory.
import { startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import { latency } from '../latency/latency.ts'
import type { FanoutClientRequest } from './fanout-client.ts'
import { WIRE_BYTES } from './fanout-data.ts'
import type { FanoutRequest, FanoutUsage } from './fanout-server.ts'

const SOCKETS = [1_000, 5_000]
const BURSTS = [1, 10, 100]

/** Seconds of each measurement at most; there are many. */
const SECONDS = 1

/** Sockets, and subscriptions of each, of the measurement of memory. */
const IDLE = { sockets: 10_000, subscriptions: 10 }

interface Variant {
  readonly name: string
  readonly kind: 'hub' | 'publish' | 'ws'
  readonly isCommon: boolean
}

const VARIANTS: readonly Variant[] = [
  { name: 'uWebSockets.js, publish', kind: 'publish', isCommon: true },
  { name: 'ours, one common id', kind: 'hub', isCommon: true },
  { name: 'ours, all ids different', kind: 'hub', isCommon: false },
  { name: 'ws, a loop of sends', kind: 'ws', isCommon: true },
]

interface Running {
  readonly send: <Answer>(request: FanoutRequest) => Promise<Answer>
  readonly receive: (bytes: number) => Promise<void>
  readonly end: () => Promise<void>
}

const start = async (
  { kind, isCommon }: Pick<Variant, 'kind' | 'isCommon'>,
  sockets: number,
  subscriptions: number,
): Promise<Running & { readonly before: FanoutUsage }> => {
  const server = startChild('fanout/fanout-server.ts', ['--expose-gc'])
  const client = startChild('fanout/fanout-client.ts')
  const send = <Answer>(request: FanoutRequest) => server.ask<Answer>(request)
  const ask = (request: FanoutClientRequest) => client.ask(request)
  const port = await send<number>({ kind })
  const before = await send<FanoutUsage>({ kind: 'usage' })
  const isAnswered = kind === 'hub'
  await ask({ kind: 'open', port, sockets, subscriptions, isCommon, isAnswered, topic: 'New' })
  return {
    before,
    send,
    receive: async (bytes) => {
      await ask({ kind: 'receive', bytes })
    },
    end: async () => {
      await client.end()
      await server.end()
    },
  }
}

/** Frames a second, from the first burst to the last byte at the clients; and the server's CPU for each, microseconds. */
const run = async ({ send, receive }: Running, sockets: number, burst: number, seconds: number) => {
  const round = async (): Promise<void> => {
    const arrived = receive(sockets * burst * WIRE_BYTES)
    await send({ kind: 'burst', frames: burst })
    await arrived
  }
  await round()
  const { cpuSeconds: before } = await send<FanoutUsage>({ kind: 'usage' })
  const startedAt = performance.now()
  let rounds = 0
  do {
    await round()
    rounds++
  } while (performance.now() - startedAt < seconds * 1000)
  const elapsed = (performance.now() - startedAt) / 1000
  const { cpuSeconds: after } = await send<FanoutUsage>({ kind: 'usage' })
  const frames = rounds * sockets * burst
  return { rate: frames / elapsed, cpuMicros: ((after - before) / frames) * 1e6 }
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
  const rates = (at: number, n: number): number[] => (results[at]?.[n] ?? []).map(({ rate }) => rate)
  const micros = (at: number, n: number): number =>
    median((results[at]?.[n] ?? []).map(({ cpuMicros }) => cpuMicros))
  for (const [n, burst] of BURSTS.entries())
    printTable(
      `fan-out: bursts of ${burst} frames of 1 KB to ${figure(sockets)} sockets`,
      ['', 'frames/s', 'of publish', 'of ws', 'server CPU µs'],
      VARIANTS.map(({ name }, at) => [
        name,
        figure(median(rates(at, n))),
        ratio(perRound(rates(at, n), rates(0, n))),
        ratio(perRound(rates(at, n), rates(VARIANTS.length - 1, n))),
        figure(micros(at, n)),
      ]),
    )
}

const idle = async (): Promise<void> => {
  const perConnection = async (kind: 'hub' | 'publish', subscriptions: number): Promise<number> => {
    const running = await start({ kind, isCommon: false }, IDLE.sockets, subscriptions)
    const after = await running.send<FanoutUsage>({ kind: 'usage' })
    await running.end()
    return (after.residentBytes - running.before.residentBytes) / IDLE.sockets
  }
  const bare = await perConnection('publish', 0)
  const ours = await perConnection('hub', IDLE.subscriptions)
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
  for (const sockets of SOCKETS) await fanOut(sockets, rounds, Math.min(seconds, SECONDS))
  await idle()
  await latency(rounds)
}
