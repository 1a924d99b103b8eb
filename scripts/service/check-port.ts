// Refuses a port somebody listens on, before anything is opened or written for it.
import { createServer } from 'node:net'
import { StartupError } from '../../schema/errors.ts'

/**
 * @param setting the name of the setting the port is from
 * @throws {StartupError} when the port cannot be listened on
 */
export const checkPort = (host: string, port: number, setting: 'PORT' | 'DEVNET_PORT'): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartupError(
          error.code === 'EADDRINUSE'
            ? `port ${port} on ${host} is in use: stop what listens there, or set ${setting} to another`
            : `HOST ${host}, ${setting} ${port} cannot be listened on (${error.message}): set others`,
        ),
      ),
    )
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })
