// Finds why the service cannot listen on an address, as a message for the operator. The check runs before anything is opened. It runs again
// if the native server fails, since the native server's error does not say why.
import { createServer } from 'node:net'

const ADDRESS_SETTINGS = {
  PORT: 'HOST',
  DEVNET_PORT: 'HOST',
  ADMIN_PORT: 'ADMIN_HOST',
} as const
export type PortSetting = keyof typeof ADDRESS_SETTINGS

/**
 * @param setting of the port
 * @returns one line that says what to change; undefined if the port is free
 */
export const listenProblem = async (
  host: string,
  port: number,
  setting: PortSetting,
): Promise<string | undefined> => {
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer().once('error', resolve)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
  switch (failure?.code) {
    case undefined:
      return undefined
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: stop the program that listens there, or set ${setting} to another`
    case 'EACCES':
      return `port ${port} needs more rights than this process has: set ${setting} to a port above 1023`
    default:
      return `cannot listen on ${host}:${port} (${failure?.code}): set ${ADDRESS_SETTINGS[setting]} to an address of this machine`
  }
}
