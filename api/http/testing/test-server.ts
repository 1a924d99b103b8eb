// Starts a server for tests on any free port. The server keeps the log for the test, and stops when the test ends.
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import type { Route } from '../route/route.ts'
import { type RunningServer, type ServerOptions, startServer } from '../server.ts'

interface TestServer extends RunningServer {
  readonly url: string
  readonly logged: readonly Record<string, unknown>[]
}

export const startTestServer = async (
  context: Pick<TestContext, 'after'>,
  routes: readonly Route[],
  options: Partial<ServerOptions> = {},
  level = 'debug',
): Promise<TestServer> => {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level }, { write: (line) => logged.push(JSON.parse(line)) })
  const server = await startServer({
    routes,
    host: '127.0.0.1',
    port: 0,
    log,
    // No connection is closed at random.
    random: () => 0.5,
    ...options,
  })
  context.after(() => server.close(0))
  return { ...server, url: `http://127.0.0.1:${server.port}`, logged }
}
