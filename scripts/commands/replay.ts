// `npm run replay -- FILE`: indexes a recorded chain as if it came from a node, through socket, follower, log and models. Uses a temporary
// directory unless DATA_DIR is set. Prints rate, memory and checkpoint as one JSON line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveChainFileInThread } from '../../devnet/recording/serve-chain-file.ts'
import { Log } from '../../indexer/log/log.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { Progress } from '../cli/progress.ts'
import { startIndexing } from '../service/indexing/start-indexing.ts'
import { loadOperations } from '../service/settings/configs.ts'
import { logPath } from '../service/settings/data-directory.ts'
import { networkOf } from '../service/settings/network.ts'
import { ownModelsOf } from '../service/settings/stored-data.ts'

const INTERVAL_MS = 5

/**
 * @param before seq of the log's last row at the beginning
 * @returns whether the models contain the whole recording. The block is found by id, not by height, because the log may contain another
 * chain
 */
const isFolded = (log: Log, before: number, reader: ModelsReader, progress: Progress): boolean => {
  const { nodeTip, refolding } = reader.status() ?? {}
  reader.refresh()
  log.refresh()
  const { end } = log
  const { checkpoint } = reader
  if (end === undefined || checkpoint === undefined || nodeTip == null || nodeTip === 'origin') return false
  if (log.lastSeq > before) {
    const base = (log.nextAfter(0)?.height ?? 1) - 1
    progress.show(checkpoint.height - base, nodeTip.height - base)
  }
  return log.seqOf(nodeTip) !== undefined && checkpoint.id === end.id && refolding?.length === 0
}

/**
 * @param file the chain file; default CHAIN_FILE
 * @param isKept whether log and models go to DATA_DIR instead of a temporary directory
 * @throws {StartupError} if the file cannot be followed, or does not continue the log in DATA_DIR
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
    const indexing = await startIndexing(
      {
        dataDir,
        network,
        start: { given: undefined, otherwise: 'origin' },
        operations,
        ownModels: ownModelsOf(settings),
        logLevel: settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL,
        url: node.url,
        isRecorded: true,
      },
      { threads: true },
    )
    const log = Log.openForReading(logPath(dataDir), { network })
    const reader = new ModelsReader(dataDir)
    try {
      const progress = new Progress('replaying')
      const before = log.lastSeq
      const began = performance.now()
      indexing.run()
      for (let isDone = false; !isDone; ) {
        isDone = isFolded(log, before, reader, progress)
        const { state, problem } = reader.status() ?? {}
        // The follower waits because a node's chain may change. A recording never changes, so the command ends.
        if (state === 'waiting')
          throw new StartupError(
            `${file} does not continue the log in ${dataDir} (${problem}): choose another DATA_DIR`,
          )
        if (state === 'stopped') throw new StartupError(problem ?? 'following ended')
        const failure = await Promise.race([sleep(INTERVAL_MS), indexing.ended])
        if (failure !== undefined) throw failure
      }
      progress.end()
      const seconds = (performance.now() - began) / 1000
      const blocks = log.lastSeq - before
      console.log(
        JSON.stringify({
          blocks,
          seconds: Number(seconds.toFixed(3)),
          rate: Math.round(blocks / seconds),
          peakMemory: process.resourceUsage().maxRSS * 1024,
          ...reader.checkpoint,
        }),
      )
    } finally {
      await indexing.stop()
      reader.close()
      log.close()
      await node.close()
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
