// `npm run replay -- FILE`: a recorded chain through socket, follower, log and models, as a node's would go, into
// a temporary directory unless DATA_DIR is set. Prints what it came to as one JSON line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveChainFileInThread } from '../fixtures/devnet/serve-chain-file.ts'
import { StartupError } from '../schema/errors.ts'
import { readSettings } from '../schema/settings.ts'
import { loadConfigs } from './service/configs.ts'
import { Indexer } from './service/indexer.ts'
import { createLogger } from './service/logger.ts'
import { networkOf } from './service/network.ts'
import { Progress } from './service/progress.ts'
import { runCommand } from './service/run-command.ts'

await runCommand(async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'replay-'))
  try {
    const { settings, words } = readSettings({ DATA_DIR: temporary, ...process.env }, process.argv.slice(2))
    const file = words[0] ?? settings.CHAIN_FILE
    if (file === undefined || words.length > 1)
      throw new StartupError('name one chain file: npm run replay -- FILE')
    const network = networkOf({ ...settings, CHAIN_FILE: file })
    const { operations } = loadConfigs(settings, network)
    const node = await serveChainFileInThread(file, { network })
    const logger = createLogger(settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL)
    const indexer = new Indexer({
      dataDir: settings.DATA_DIR,
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
    indexer.on('folded', (tip) => {
      const { end } = indexer.log
      if (end === undefined || tip === 'origin') return
      progress.show(end.height - firstHeight(), tip.height - firstHeight())
      if (end.height >= tip.height) indexer.stop()
    })
    await indexer.follow(node.url, { isRecorded: true })
    progress.end()
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
})
