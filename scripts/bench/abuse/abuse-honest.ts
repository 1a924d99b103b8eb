// An honest client of the charts: a request every so often, whether or not the ones before were answered, on
// connections that stay open. The time of an answer counts from when its request was due. What was asked while the host took
// the processors is left out: it says nothing of the service.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../../fixtures/hostile/http/ask.ts'
import { answer } from '../kit/child.ts'
import { StolenTime } from '../kit/stolen-time.ts'

export interface HonestRequest {
  readonly port: number
  readonly path: string
  readonly seconds: number
}

export interface HonestAnswer {
  /** Milliseconds of every answer that counts. */
  readonly times: readonly number[]
  /** Share of the answers that count, 0 to 1. */
  readonly share: number
  /** Requests without a good answer. */
  readonly failed: number
  /** Why, each reason once. */
  readonly problems: readonly string[]
}

const PER_SECOND = 100

/** Milliseconds until what the host took last is counted. */
const AFTER = 20

/** Milliseconds until an answer is given up. */
const PATIENCE = 60_000

/** The problem of a request without a good answer; undefined when it has one. */
const problemOf = (agent: Agent, port: number, path: string): Promise<string | undefined> =>
  ask(agent, port, { path }, PATIENCE).then(
    ({ status }) => (status === 200 ? undefined : `answered ${status}`),
    ({ message }) => message,
  )

answer<HonestRequest>(async ({ port, path, seconds }): Promise<HonestAnswer> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const answered: { readonly due: number; readonly at: number }[] = []
  const stolen = new StolenTime()
  let failed = 0
  const problems = new Set<string>()
  const under: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    const due = startedAt + (n * 1000) / PER_SECOND
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    stolen.look()
    under.push(
      problemOf(agent, port, path).then((problem) => {
        if (problem === undefined) answered.push({ due, at: performance.now() })
        else {
          failed++
          problems.add(problem)
        }
      }),
    )
  }
  await Promise.all(under)
  agent.destroy()
  await sleep(AFTER)
  stolen.look()
  const times = answered.filter(({ due, at }) => stolen.isFree(due, at)).map(({ due, at }) => at - due)
  return { times, share: times.length / answered.length, failed, problems: [...problems] }
})
