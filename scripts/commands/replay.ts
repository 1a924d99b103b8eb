// `npm run replay -- FILE`: a recorded chain through socket, follower, log and models, as a node's would go, into
// a temporary directory unless DATA_DIR is set. Prints what it came to as one JSON line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveChainFileInThread } from '../../fixtures/devnet/recording/serve-chain-file.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { Progress } from '../cli/progress.ts'
import { Indexer } from '../service/indexer.ts'
import { loadOperations } from '../service/settings/configs.ts'
import { createLogger } from '../service/settings/logger.ts'
import { networkOf } from '../service/settings/network.ts'

/**
 * @param file the chain file; default CHAIN_FILE
 * @param isKept whether log and models go to DATA_DIR, not to a temporary directory
 * @throws {StartupError} when the file cannot be followed, or does not continue the log in DATA_DIR
 */
export const replay = async (
  settings: Settings,
  { file = settings.CHAIN_FILE, isKept }: { readonly file: string | undefined; readonly isKept: boolean },
): Promise<void> => {
  if (file === undefined) throw new StartupError('name a chain file: npm run replay -- FILE')
  const temporary = mkdtempSync(join(tmpdir(), 'replay-'))
  try {
    const dataDir = isKept ? settings.DATA_DIR : temporary
    const network = networkOf({ ...settings, CHAIN_FILE: file })
    const operations = loadOperations(settings, network)
    const node = await serveChainFileInThread(file, { network })
    const logger = createLogger(settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL)
    const indexer = new Indexer({
      dataDir,
      network,
      start: 'origin',
      operations,
      logger,
    })
    await indexer.catchUp()
    const progress = new Progress('replaying')
    const before = indexer.log.lastSeq
    const began = performance.now()
    const firstHeight = (): number => (indexer.log.nextAfter(0)?.height ?? 1) - 1
    // By the block and not by its height, as the log may hold another chain; and asked at each chance, as there is
    // nothing to fold when the log has the recording already.
    const stopAtTip = (): void => {
      const { nodeTip } = indexer.status
      if (nodeTip !== null && indexer.log.seqOf(nodeTip) !== undefined) indexer.stop()
    }
    indexer.on('folded', (tip) => {
      const { end } = indexer.log
      if (end === undefined || tip === null || tip === 'origin') return
      progress.show(end.height - firstHeight(), tip.height - firstHeight())
      stopAtTip()
    })
    let hindrance: string | null = null
    indexer.on('status', ({ state, problem }) => {
      stopAtTip()
      // Waiting is for a node that may change; a recording does not.
      if (state !== 'waiting') return
      hindrance = problem
      indexer.stop()
    })
    await indexer.follow(node.url, { isRecorded: true })
    await indexer.catchUp()
    progress.end()
    if (hindrance !== null)
      throw new StartupError(
        `${file} does not continue the log in ${dataDir} (${hindrance}): choose another DATA_DIR`,
      )
    const { problem } = indexer.status
    if (problem !== null) throw new StartupError(problem)
    const seconds = (performance.now() - began) / 1000
    const blocks = indexer.log.lastSeq - before
    const { checkpoint } = indexer
    indexer.close()
    await node.close()
    console.log(
      JSON.stringify({
        blocks,
        seconds: Number(seconds.toFixed(3)),
        rate: Math.round(blocks / seconds),
        peakMemory: process.resourceUsage().maxRSS * 1024,
        ...checkpoint,
      }),
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
