// Faults that no test can find because the behaviour stays the same, each with the reason. The list is in accepted-survivors.json.
import { readFileSync } from 'node:fs'

interface AcceptedSurvivor {
  readonly path: string
  /** Without spaces around it. */
  readonly line: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

export const ACCEPTED_SURVIVORS: readonly AcceptedSurvivor[] = JSON.parse(
  readFileSync(new URL('accepted-survivors.json', import.meta.url), 'utf8'),
)
