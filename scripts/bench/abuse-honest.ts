// An honest client of the charts: a request every so often, whether or not the ones before were answered, on
// connections that stay open. The time of an answer counts from when its request was due. What was asked while the host took
// the processors is left out: it says nothing of the service.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answer } from './child.ts'
import { StolenTime } from './stolen-time.ts'

export interface HonestRequest {
  readonly port: number
  readonly path: string
  readonly seconds: number
}

export interface HonestAnswer {
  /** Milliseconds of every answer that counts. */
  readonly times: readonly number[]
  /** Of all answers those that count, 0 to 1. */
  readonly share: number
  /** Requests without a good answer. */
  readonly failed: number
}

const PER_SECOND = 100

/** Milliseconds until what the host took last is counted. */
const AFTER = 20

/** Milliseconds until an answer is given up. */
const PATIENCE = 60_000

const ask = (agent: Agent, port: number, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path, agent, timeout: PATIENCE }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(false))
    asked.end()
  })

answer<HonestRequest>(async ({ port, path, seconds }): Promise<HonestAnswer> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const answered: { readonly due: number; readonly at: number }[] = []
  const stolen = new StolenTime()
  let failed = 0
  const under: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    const due = startedAt + (n * 1000) / PER_SECOND
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    stolen.look()
    under.push(
      ask(agent, port, path).then((isGood) => {
        if (isGood) answered.push({ due, at: performance.now() })
        else failed++
      }),
    )
  }
  await Promise.all(under)
  agent.destroy()
  await sleep(AFTER)
  stolen.look()
  const times = answered.filter(({ due, at }) => stolen.isFree(due, at)).map(({ due, at }) => at - due)
  return { times, share: times.length / answered.length, failed }
})
