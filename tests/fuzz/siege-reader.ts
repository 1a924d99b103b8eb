// An honest reader of the charts: a request every 10 ms, even if earlier ones have no response yet, on connections that stay
// open. The time of a response is counted from the planned time of its request.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { respond } from '../bench/kit/child.ts'
import { responseTo } from '../hostile/http/response-to.ts'

export interface HonestRequest {
  readonly port: number
  readonly path: string
  readonly seconds: number
}

export interface HonestResponse {
  /** Milliseconds of each response. */
  readonly times: readonly number[]
  /** Number of requests without a good response. */
  readonly failed: number
  /** Reasons of the failures, each once. */
  readonly problems: readonly string[]
}

const PER_SECOND = 100

/** Time in ms until a response is given up. */
const TIMEOUT_MS = 60_000

/** The problem of a request without a good response; undefined if it has one. */
const problemOf = (agent: Agent, port: number, path: string): Promise<string | undefined> =>
  responseTo(agent, port, { path }, TIMEOUT_MS).then(
    ({ status }) => (status === 200 ? undefined : `answered ${status}`),
    ({ message }) => message,
  )

respond<HonestRequest>(async ({ port, path, seconds }): Promise<HonestResponse> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  let failed = 0
  const problems = new Set<string>()
  const under: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    const due = startedAt + (n * 1000) / PER_SECOND
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    under.push(
      problemOf(agent, port, path).then((problem) => {
        if (problem === undefined) times.push(performance.now() - due)
        else {
          failed++
          problems.add(problem)
        }
      }),
    )
  }
  await Promise.all(under)
  agent.destroy()
  return { times, failed, problems: [...problems] }
})
