// Starts to watch the node's mempool, for the builder and the feed. A recording has no mempool.
import type { Logger } from 'pino'
import { type MempoolView, noMempool } from '../../api/mempool-view.ts'
import { MempoolWatch } from '../../indexer/mempool-watch.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { Node } from './node.ts'

const NO_NODE = 'this process has no node: set OGMIOS_URL'

/** @param closers receives the function that stops the watching */
export const watchMempool = (
  { url, isRecorded }: Pick<Node, 'url' | 'isRecorded'>,
  reader: ModelsReader,
  logger: Logger,
  closers: (() => Promise<void> | void)[],
): MempoolView => {
  if (isRecorded) return noMempool
  if (url === undefined) return { ...noMempool, status: { state: 'off', problem: NO_NODE } }
  const watch = new MempoolWatch(url, Math.random)
  watch.on('status', ({ state, problem }) => {
    if (problem !== null) logger.info({ state, problem }, 'the mempool is not watched')
  })
  reader.on('changed', () => watch.folded(reader.checkpoint?.slot ?? 0))
  const ended = watch.run()
  closers.push(async () => {
    watch.stop()
    await ended
  })
  return watch
}
