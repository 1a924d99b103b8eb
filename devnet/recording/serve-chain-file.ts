// Serves a chain file with the Ogmios server, in this thread or another one. A service that follows a recording starts this server and
// connects to it over a real socket. A separate thread keeps the server's work out of the service's event loop.
import { reportFrom, startWorker } from '../../schema/platform/start-worker.ts'
import { Chain } from '../chain/chain.ts'
import { type OgmiosServer, type OgmiosServerOptions, startOgmiosServer } from '../ogmios/ogmios-server.ts'
import { streamChainFile } from './chain-file.ts'

type ServeOptions = Pick<OgmiosServerOptions, 'network' | 'host' | 'port' | 'pingInterval' | 'networkStart'>

export interface ServeRequest {
  readonly path: string
  readonly options: ServeOptions
}
export type ServeReport = Pick<OgmiosServer, 'port' | 'url'>

/** @throws {StartupError} if the file or the address is invalid, in one line that says what to do */
export const serveChainFile = async (path: string, options: ServeOptions = {}): Promise<OgmiosServer> => {
  const chain = new Chain()
  for await (const block of streamChainFile(path)) chain.append(block)
  return startOgmiosServer({ ...options, chain })
}

type ThreadServer = ServeReport & Pick<OgmiosServer, 'close'>

/**
 * An error in the thread after the start is a bug, and ends the process.
 * @throws {StartupError} as {@link serveChainFile}
 */
export const serveChainFileInThread = async (
  path: string,
  options: ServeOptions = {},
): Promise<ThreadServer> => {
  const request: ServeRequest = { path, options }
  const worker = startWorker(new URL('chain-file-host.ts', import.meta.url), request)
  const report = await reportFrom<ServeReport>(worker)
  return { ...report, close: async () => void (await worker.terminate()) }
}
