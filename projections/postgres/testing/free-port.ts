// Finds a port for another process that needs one as a setting.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a port of 127.0.0.1 on which nothing listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
