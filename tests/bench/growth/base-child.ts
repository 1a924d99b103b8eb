// Fills a log whose blocks leave a given number of outputs unspent. Makes a second log with a base at the end, and folds both.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Log } from '../../../indexer/log/log.ts'
import { copyWithBase } from '../../../indexer/log/log-base.ts'
import { openModelsForReading } from '../../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { foldLog } from '../../../projections/engine/fold/fold-log.ts'
import { neededAt } from '../../../projections/engine/fold/needed-at.ts'
import { atOnce } from '../../../projections/engine/table/scan.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import type { BlockEvent } from '../../../schema/events.ts'
import { loadOperations } from '../../../scripts/service/settings/configs.ts'
import { respond } from '../kit/child.ts'
import { GrowthChain } from './growth-chain.ts'
import type { GrowthRequest } from './growth-child.ts'

export interface BaseAnswer {
  readonly outputs: number
  readonly whole: { readonly bytes: number; readonly foldSeconds: number }
  readonly based: { readonly bytes: number; readonly foldSeconds: number }
  readonly cutSeconds: number
}

const BATCH = 20

const OUTPUTS_PER_BLOCK = 100

const seconds = <T>(work: () => T): [result: T, seconds: number] => {
  const before = performance.now()
  return [work(), (performance.now() - before) / 1000]
}

respond<GrowthRequest>(({ directory, outputs }): BaseAnswer => {
  const operations = loadOperations(readSettings({}, []).settings, 'mainnet')
  const models = launchpadModels('mainnet', operations)
  const path = join(directory, 'log.db')
  const writing = Log.open(path, { network: 'mainnet', start: 'origin' })
  const chain = new GrowthChain()
  const append = (isDone: (made: number) => boolean, make: () => BlockEvent): void => {
    for (let made = 0; !isDone(made); made += BATCH)
      writing.append(Array.from({ length: BATCH }, () => ({ kind: 'forward', block: make() })))
  }
  append(
    () => chain.unspent >= outputs,
    () => chain.fill(),
  )
  append(
    (made) => made >= outputs / OUTPUTS_PER_BLOCK,
    () => chain.next('mainnet'),
  )
  writing.close()

  const fold = (of: string, number: number): [digest: string | undefined, seconds: number] => {
    const log = Log.openForReading(of, { network: 'mainnet' })
    const [checkpoint, taken] = seconds(() => foldLog(models, { log, file: modelsFile(directory, number) }))
    log.close()
    return [checkpoint?.digest, taken]
  }

  const [digest, foldSeconds] = fold(path, 1)
  const to = join(directory, 'based.db')
  const [, cutSeconds] = seconds(() => {
    const log = Log.openForReading(path, { network: 'mainnet' })
    const database = openModelsForReading(modelsFile(directory, 1).path)
    const needed = atOnce(database, neededAt(database, log))
    copyWithBase(path, { network: 'mainnet', to, seq: log.lastSeq, needed, onProgress: () => {} })
    needed.close()
    database.close()
    log.close()
  })
  const [again, basedSeconds] = fold(to, 2)
  if (again !== digest) throw new Error(`the models with a base have digest ${again}, the others ${digest}`)
  return {
    outputs: chain.unspent,
    whole: { bytes: statSync(path).size, foldSeconds },
    based: { bytes: statSync(to).size, foldSeconds: basedSeconds },
    cutSeconds,
  }
})
