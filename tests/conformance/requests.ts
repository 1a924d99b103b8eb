// Tables of refused requests: each field of a request with values that the specification excludes. Every refusal by the builders is an
// error body with the cause that the specification states.
import assert from 'node:assert/strict'
import type { ReceivedResponse } from '../kit/requests.ts'
import { assertIs } from './kinds.ts'
import { ERROR } from './resources.ts'
import type { Judge } from './rows.ts'

interface Field {
  readonly isRequired: boolean
  readonly wrong: readonly unknown[]
}

type Request = Readonly<Record<string, Field>>

export const required = (...wrong: readonly unknown[]): Field => ({ isRequired: true, wrong })
export const optional = (...wrong: readonly unknown[]): Field => ({ isRequired: false, wrong })

export const assertRefused = ({ status, body }: ReceivedResponse, expected: number, cause: string): void => {
  assert.deepEqual([status, body?.cause], [expected, cause], JSON.stringify(body))
  assertIs(ERROR, body)
  assert.notEqual(body.message, '')
}

const shown = (value: unknown): string => {
  const json = JSON.stringify(value)
  return json.length > 40 ? `${json.slice(0, 28)}… (${json.length - 2} characters)` : json
}

/** @param send sends a valid request with changed fields; a field that is undefined is left out */
export const judgeRefusals = async (
  row: Judge,
  request: Request,
  send: (change: object) => Promise<ReceivedResponse>,
): Promise<void> => {
  for (const [name, { isRequired, wrong }] of Object.entries(request)) {
    const left: Refusal[] = isRequired ? [[`without ${name}`, { [name]: undefined }]] : []
    const of = wrong.map((value): Refusal => [`${name}=${shown(value)}`, { [name]: value }])
    await judgeCauses(row, [...left, ...of], send)
  }
}

/** Status and cause default to those for wrong parameters. */
type Refusal<T = object> = readonly [what: string, sent: T, cause?: string, status?: number]

export const judgeCauses = async <T>(
  row: Judge,
  refusals: readonly Refusal<T>[],
  send: (sent: T) => Promise<ReceivedResponse>,
): Promise<void> => {
  for (const [
    what,
    sent,
    cause = 'INVALID_PARAMS',
    status = cause.startsWith('INVALID') ? 400 : 500,
  ] of refusals)
    await row(`${what}: ${status} ${cause}`, async () => assertRefused(await send(sent), status, cause))
}
