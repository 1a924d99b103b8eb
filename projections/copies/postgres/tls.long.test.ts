// TLS connections to a server whose authority only the test knows. Checks the certificates that each sslmode accepts, and the service's
// messages for refused ones.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { until } from '../../../tests/kit/until.ts'
import { missing } from '../testing/programs.ts'
import { abandon, connect, rowsOf } from './session.ts'
import { sessionProblem } from './session-problem.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { serverForTests } from './testing/server-for-tests.ts'

const postgres = serverForTests()
const skip = postgres.skip || missing('openssl')

/** Two authorities, and a valid and an expired certificate of `localhost`. */
const makeCertificates = (directory: string): void => {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' })
  }
  for (const name of ['authority', 'other']) {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`]
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`, ...files)
  }
  const files = ['-keyout', 'server.key', '-out', 'server.csr']
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', ...files)
  writeFileSync(join(directory, 'names'), 'subjectAltName=DNS:localhost')
  const signed = [
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
  ]
  for (const [name, days] of [
    ['valid', '2'],
    ['expired', '-1'],
  ] as const)
    openssl('x509', ...signed, '-extfile', 'names', '-days', days, '-out', `${name}.pem`)
}

const startWithTls = async (t: TestContext): Promise<{ server: PostgresServer; directory: string }> => {
  const directory = temporaryDirectory(t)
  makeCertificates(directory)
  const at = (name: string): string => join(directory, name)
  copyFileSync(at('valid.pem'), at('server.pem'))
  const { binaries } = postgres.server
  // PostgreSQL refuses a key that others may read, and as root the tests run it as another user.
  chmodSync(directory, 0o755)
  if (process.getuid?.() === 0) chownSync(at('server.key'), 65_534, 65_534)
  const server = await startPostgres(binaries, {
    ssl: 'on',
    ssl_cert_file: at('server.pem'),
    ssl_key_file: at('server.key'),
  })
  t.after(() => server.close())
  return { server, directory }
}

/** @returns whether the connection is encrypted, or the problem as logged */
const outcome = async (url: string): Promise<'encrypted' | 'plain' | { readonly problem: string }> => {
  try {
    const session = await connect(url, true)
    const [row] = await rowsOf(session, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    abandon(session)
    return row?.[0] === 't' ? 'encrypted' : 'plain'
  } catch (error) {
    // Newer versions of Node add advice to the reason.
    return { problem: sessionProblem(error).replace(/; if the root CA is installed locally, [^)]*/, '') }
  }
}

const UNKNOWN_AUTHORITY = {
  problem:
    "PostgreSQL's certificate is signed by an unknown authority: name the PEM file of the authority that signed it as sslrootcert in " +
    'POSTGRES_URL (unable to verify the first certificate)',
}

test('a connection checks authority, host and term of the certificate, and a refusal says what to do', {
  skip,
}, async (t) => {
  const { server, directory } = await startWithTls(t)
  const byAddress = server.url
  const byName = byAddress.replace('127.0.0.1', 'localhost')
  const authority = `sslrootcert=${join(directory, 'authority.pem')}`
  const other = `sslrootcert=${join(directory, 'other.pem')}`
  const compatible = 'sslmode=require&uselibpqcompat=true'

  assert.equal(await outcome(byName), 'plain')
  for (const mode of ['verify-full', 'verify-ca', 'require'])
    assert.equal(await outcome(`${byName}?sslmode=${mode}&${authority}`), 'encrypted', mode)
  for (const question of [
    `sslmode=verify-full&${other}`,
    'sslmode=verify-full',
    'sslmode=require',
    `${compatible}&${other}`,
  ])
    assert.deepEqual(await outcome(`${byName}?${question}`), UNKNOWN_AUTHORITY, question)
  for (const mode of ['verify-full', 'verify-ca', 'require'])
    assert.deepEqual(
      await outcome(`${byAddress}?sslmode=${mode}&${authority}`),
      {
        problem:
          "PostgreSQL's certificate is for another host: use a host name of the certificate in POSTGRES_URL (Hostname/IP does " +
          "not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: )",
      },
      mode,
    )
  for (const question of [compatible, `${compatible}&${authority}`])
    assert.equal(await outcome(`${byAddress}?${question}`), 'encrypted', question)

  const absent = join(directory, 'absent.pem')
  assert.deepEqual(await outcome(`${byName}?sslmode=verify-full&sslrootcert=${absent}`), {
    problem: `a file that POSTGRES_URL names cannot be read (ENOENT: no such file or directory, open '${absent}')`,
  })

  await server.stop()
  copyFileSync(join(directory, 'expired.pem'), join(directory, 'server.pem'))
  await server.start()
  assert.deepEqual(await outcome(`${byName}?sslmode=verify-full&${authority}`), {
    problem:
      "PostgreSQL's certificate has expired: renew it on the database server (certificate has expired)",
  })
})

test('a server without TLS, and a server that demands it, are told apart', { skip }, async (t) => {
  assert.deepEqual(await outcome(`${postgres.server.url}?sslmode=verify-full`), {
    problem:
      'PostgreSQL does not offer TLS: set ssl = on on the database server, or take sslmode out of POSTGRES_URL',
  })
  const { server } = await startWithTls(t)
  writeFileSync(join(server.directory, 'pg_hba.conf'), 'hostssl all all all trust\n')
  process.kill(server.pid(), 'SIGHUP')
  const refused = await until('a refusal', async () => {
    const found = await outcome(server.url)
    return typeof found === 'object' && found
  })
  assert.deepEqual(refused, {
    problem:
      'PostgreSQL refuses connections without TLS: add sslmode=verify-full to POSTGRES_URL (no pg_hba.conf entry for host ' +
      '"127.0.0.1", user "launchpad", database "postgres", no encryption)',
  })
})
