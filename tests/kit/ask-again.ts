import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_TIMEOUT_MS } from './test-timeout.ts'

/** Asks again after `Retry-After`, as clients must: a busy machine may be too slow for a heavy read or a build. */
export const askAgain = async <Answer extends Pick<Response, 'status' | 'headers'>>(
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const end = performance.now() + TEST_TIMEOUT_MS
  for (;;) {
    const answer = await ask()
    const waitMs = 1_000 * Number(answer.headers.get('retry-after') ?? Number.NaN)
    if (answer.status !== 503 || !(performance.now() + waitMs < end)) return answer
    await sleep(waitMs)
  }
}
