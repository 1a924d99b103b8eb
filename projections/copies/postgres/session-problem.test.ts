import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { sessionProblem } from './session-problem.ts'

const refusal = (message: string, fields: Partial<pg.DatabaseError>): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), fields)

test('a failed session is described by what can be done about it', () => {
  assert.match(
    sessionProblem(refusal('prepared statement "kept_1" already exists', { code: '42P05' })),
    / pool_mode = session \(prepared statement "kept_1" already exists\)$/,
  )
  const unknown = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  assert.match(
    sessionProblem(unknown, undefined),
    /: put it into POSTGRES_URL, or into a file that PGPASSFILE /,
  )
  assert.equal(
    sessionProblem(refusal('could not write', { code: '53100', detail: 'disk full', hint: 'make room' })),
    'could not write; disk full; make room',
  )
  assert.equal(sessionProblem(new Error('refused')), 'refused')
})

test('what is wrong with TLS is described by what can be done about it', () => {
  const withCode = (code: string): Error => Object.assign(new Error('the reason'), { code })
  for (const [code, says] of [
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      /^PostgreSQL's certificate is signed by an unknown authority: .+ \(the reason\)$/,
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /^PostgreSQL's certificate is for another host: .+ \(the reason\)$/],
    ['CERT_HAS_EXPIRED', /^PostgreSQL's certificate has expired: .+ \(the reason\)$/],
    ['ECONNREFUSED', /^the reason$/],
  ] as const)
    assert.match(sessionProblem(withCode(code)), says)
  assert.match(
    sessionProblem(new Error('The server does not support SSL connections')),
    /^PostgreSQL does not offer TLS: set ssl = on /,
  )
  const noEntry = 'no pg_hba.conf entry for host "h", user "u", database "d"'
  const entry = (message: string, code = '28000') => sessionProblem(refusal(message, { code }))
  assert.match(
    entry(`${noEntry}, no encryption`),
    /^PostgreSQL refuses connections without TLS: add sslmode=/,
  )
  assert.equal(entry(`${noEntry}, SSL encryption`), `${noEntry}, SSL encryption`)
  assert.equal(entry(`${noEntry}, no encryption`, '28P01'), `${noEntry}, no encryption`)
  const unread = Object.assign(new Error("ENOENT: 'ca.pem'"), { syscall: 'open' })
  assert.equal(sessionProblem(unread), "a file that POSTGRES_URL names cannot be read (ENOENT: 'ca.pem')")
  assert.equal(sessionProblem(Object.assign(new Error('reset'), { syscall: 'read' })), 'reset')
})

test('a file of passwords that gives none is named with the reason', (t) => {
  const file = join(temporaryDirectory(t), 'pgpass')
  const problem = () => sessionProblem(new Error('client password must be a string'), file)
  assert.match(problem(), /: PGPASSFILE names \S+pgpass, which does not exist$/)
  writeFileSync(file, 'db:5432:launchpad:launchpad:secret', { mode: 0o640 })
  assert.match(
    problem(),
    /, which PGPASSFILE names, is not read, because other users may read it: run chmod 600 \S+pgpass$/,
  )
  chmodSync(file, 0o600)
  assert.match(problem(), /, which PGPASSFILE names, has no line for this host, port, database and user$/)
})
