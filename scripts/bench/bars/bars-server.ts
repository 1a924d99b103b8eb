// One chart server in this process: ours, with its memory or without, or the common way.

import { Charts } from '../../../api/charts/charts.ts'
import { chartRoutes } from '../../../api/charts/routes.ts'
import { startServer } from '../../../api/http/server.ts'
import { modelsView } from '../../../api/models-view.ts'
import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { loadModule } from '../../../schema/platform/load-module.ts'
import { createLogger } from '../../service/settings/logger.ts'
import { answer, cpuSeconds } from '../kit/child.ts'

export type ServerRequest =
  | { readonly kind: 'ours' | 'ours without memory' | 'fastify'; readonly directory: string }
  /** Answered with the seconds of processor time so far; the others with a port. */
  | { readonly kind: 'cpu' }

const ANSWER_BYTES = Number(readSettings({}, []).settings.ANSWER_CACHE_BYTES)

/** As the service is put together. */
const startOurs = async (directory: string, cacheBytes: number): Promise<number> => {
  const reader = new ModelsReader(directory)
  const charts = new Charts(reader, { cacheBytes })
  const { port } = await startServer({
    routes: chartRoutes(charts, () => Math.floor(Date.now() / 1000)),
    cacheBytes: cacheBytes === 0 ? 0 : ANSWER_BYTES,
    host: '127.0.0.1',
    port: 0,
    log: createLogger('warn'),
    models: modelsView(reader, { maxLag: Number(readSettings({}, []).settings.MAX_LAG) }),
  })
  return port
}

answer<ServerRequest>(async (request) => {
  switch (request.kind) {
    case 'ours':
      return startOurs(request.directory, Number(readSettings({}, []).settings.CHART_CACHE_BYTES))
    case 'ours without memory':
      return startOurs(request.directory, 0)
    case 'fastify':
      return (
        await loadModule<typeof import('./bars-fastify.ts')>(new URL('bars-fastify.ts', import.meta.url))
      ).startFastify(request.directory)
    case 'cpu':
      return cpuSeconds()
  }
})
