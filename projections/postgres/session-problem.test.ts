import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { sessionProblem } from './session-problem.ts'

const refusal = (message: string, fields: Partial<pg.DatabaseError>): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), fields)

test('a failed session is described by what can be done about it', () => {
  assert.match(
    sessionProblem(refusal('prepared statement "kept_1" already exists', { code: '42P05' })),
    / pool_mode = session \(prepared statement "kept_1" already exists\)$/,
  )
  assert.match(
    sessionProblem(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')),
    /PGPASSFILE/,
  )
  assert.equal(
    sessionProblem(refusal('could not write', { code: '53100', detail: 'disk full', hint: 'make room' })),
    'could not write; disk full; make room',
  )
  assert.equal(sessionProblem(new Error('refused')), 'refused')
})
