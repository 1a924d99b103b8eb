// An honest reader of the charts. It sends a request every 10 ms on connections that stay open, even if earlier requests have no response
// yet. Response times are counted from the planned time of a request.
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
  readonly times: readonly number[]
  readonly failed: number
  readonly problems: readonly string[]
}

const PER_SECOND = 100

const TIMEOUT_MS = 60_000

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
