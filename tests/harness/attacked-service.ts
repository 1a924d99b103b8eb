// Hostile clients attack a service that has the beginning of the recorded devnet chain. Besides the responses, the attack checks that the
// service keeps running, closes its files and connections, and ends on request without open requests.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openModelsForReading } from '../../projections/engine/file/models-database.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { type AttackOptions, type AttackReport, attack } from '../hostile/http/attack.ts'
import type { Targets } from '../hostile/http/request.ts'
import { writeBeginning } from './recorded-beginning.ts'
import { withScratch } from './scratch.ts'
import { type ServiceProcess, startReady, tokenIn } from './service-process.ts'

interface AttackedReport extends AttackReport {
  readonly peakMemory: number | undefined
}

/** Garbage below this many bytes does not count as growth. */
const MOST_GROWTH = 300 * 2 ** 20

const POLL_INTERVAL_MS = 50

/** Enough blocks for tokens, trades and wallets. */
const BLOCKS = 500

const chainIn = (dataDir: string): string => join(dataDir, 'chain.ndjson')

const targetsIn = (dataDir: string): Targets => {
  const models = openModelsForReading(modelsPath(dataDir))
  try {
    const keyHash = models
      .prepare(
        `SELECT lower(substr(hex(address), 3, 56)) FROM utxos
         WHERE substr(hex(address), 1, 1) = '0' GROUP BY address ORDER BY count(*) DESC LIMIT 1`,
      )
      .pluck()
      .get()
    return { token: tokenIn(dataDir), keyHash: String(keyHash) }
  } finally {
    models.close()
  }
}

const start = (dataDir: string): Promise<ServiceProcess> =>
  startReady({ CHAIN_FILE: chainIn(dataDir), DATA_DIR: dataDir })

/** @returns the problem if it does not close them in time */
const leftovers = async (service: ServiceProcess, before: number | undefined, patience: number) => {
  for (const end = performance.now() + patience; ; await sleep(POLL_INTERVAL_MS)) {
    const now = service.descriptors()
    if (before === undefined || (now ?? 0) <= before) return undefined
    if (performance.now() > end)
      return `${now} descriptors are open after the last connection, ${before} were before the first`
  }
}

export const attackService = (
  options: Omit<AttackOptions, 'server' | 'complaint'>,
): Promise<AttackedReport> =>
  withScratch(async (dataDir) => {
    await writeBeginning(chainIn(dataDir), BLOCKS)
    let service = await start(dataDir)
    try {
      const targets = targetsIn(dataDir)
      const descriptors = service.descriptors()
      const memory = service.memory()?.now
      const report = await attack({
        ...options,
        server: async () => {
          if (service.ended() !== undefined) service = await start(dataDir)
          return { port: service.port, targets }
        },
        complaint: () => service.ended(),
      })
      const peakMemory = service.memory()?.peak
      const grown = (): number => (service.memory()?.now ?? 0) - (memory ?? 0)
      const tooMuch = grown() > MOST_GROWTH ? `memory grew by ${Math.round(grown() / 2 ** 20)} MB` : undefined
      const message =
        report.failure?.message ??
        (await leftovers(service, descriptors, options.patience)) ??
        tooMuch ??
        (await service.end())
      if (message === undefined || report.failure !== undefined) return { ...report, peakMemory }
      return { ...report, peakMemory, failure: { message, path: '', plans: '' } }
    } finally {
      await service.end()
    }
  }, 'attacked-')
