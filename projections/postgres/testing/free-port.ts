// Finds a port for another process that needs one as a setting. The port is below those that systems assign to connections and to
// servers without a port of their own (from 32,768 on Linux), so that no other test receives it while the process is stopped, and
// above the ports that browsers refuse.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const LOWEST = 10_081
const BELOW = 32_768

/** Finds a port of 127.0.0.1 on which nothing listens. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(LOWEST, BELOW)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (Object(error).code !== 'EADDRINUSE') throw error
    return freePort()
  }
  await new Promise((resolve) => server.close(resolve))
  return port
}
