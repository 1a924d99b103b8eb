// The part that serves the published models, in a thread of its own: neither the API nor the writer of the files waits for
// readers.
import { servePublished } from '../../../projections/copies/files/serve-published.ts'
import { authority } from '../../../schema/platform/print-url.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'

export interface ServeTask {
  readonly publishDir: string
  readonly host: string
  readonly port: number
  readonly logLevel: string
}

export const open: OpenPart<ServeTask> = ({ publishDir, host, port, logLevel }) => {
  const logger = createLogger(logLevel)
  const server = servePublished(publishDir)
  return {
    run() {
      server.listen(port, host, () => {
        const address = server.address()
        const bound = address !== null && typeof address === 'object' ? address.port : port
        logger.info({ models: `http://${authority(host, bound)}` }, 'the published models are served')
      })
    },
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    failed: new Promise((resolve) => server.once('error', resolve)),
  }
}
