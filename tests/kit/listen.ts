import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * Lets a server listen on 127.0.0.1 until the test ends.
 * @returns the port
 */
export const listen = async (t: Pick<TestContext, 'after'>, server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    if (server instanceof HttpServer) server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}
