// A PostgreSQL server that runs during the tests of a process. The test files of a process share it, each with its own schemas. Without a
// server on this machine, the tests are skipped.
import assert from 'node:assert/strict'
import { after, before, type TestContext } from 'node:test'
import { abandon, connect, type Session } from '../session.ts'
import { NO_POSTGRES, type PostgresServer, postgresBinaries, startPostgres } from './postgres-server.ts'

interface ServerForTests {
  readonly skip: string | false
  readonly server: PostgresServer
}

const shared = (): ServerForTests => {
  const binaries = postgresBinaries()
  let server: PostgresServer | undefined
  before(async () => {
    if (binaries !== undefined) server = await startPostgres(binaries)
  })
  after(() => server?.close())
  return {
    skip: binaries === undefined && NO_POSTGRES,
    get server() {
      assert.ok(server, 'the server runs while tests do')
      return server
    },
  }
}

let made: ServerForTests | undefined

/** Called at the top level of a test file. */
export const serverForTests = (): ServerForTests => {
  made ??= shared()
  return made
}

/** Ends with the test. `isPipelined` is that of `connect`. */
export const openSession = async (
  t: Pick<TestContext, 'after'>,
  isPipelined: boolean,
  url = serverForTests().server.url,
): Promise<Session> => {
  const session = await connect(url, isPipelined)
  t.after(() => abandon(session))
  return session
}
