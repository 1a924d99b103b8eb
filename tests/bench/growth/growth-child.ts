// Fills a UTxO set to one size, and measures the cost of a block at this size. It uses the service's fold, and a log whose blocks are made
// before the measurement.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { LogReader } from '../../../projections/engine/fold/fold-blocks.ts'
import { ModelsFolding } from '../../../projections/engine/fold/models-folding.ts'
import type { LoggedBlock } from '../../../projections/engine/fold/projector.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { unspentReads } from '../../../projections/read/queries/outputs/unspent-outputs.ts'
import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { loadOperations } from '../../../scripts/service/settings/configs.ts'
import { cpuSeconds, respond } from '../kit/child.ts'
import { median } from '../kit/table.ts'
import { type Ages, GrowthChain } from './growth-chain.ts'

export interface GrowthRequest {
  readonly directory: string
  readonly outputs: number
}

export interface GrowthStage {
  readonly ages: Ages
  readonly tip: 'far' | 'near'
  /** Microseconds per block: per batch far from the tip, per block near the tip. */
  readonly micros: readonly number[]
  /** Processor microseconds per block, over all blocks. */
  readonly cpuMicros: number
  /** Bytes written to the file system per block; null if the system does not count them. */
  readonly writtenBytes: number | null
}

export interface GrowthAnswer {
  /** Processor microseconds per output while the set was being filled. */
  readonly fillMicros: number
  readonly fillSeconds: number
  /** Seconds for the first block near the tip, after which late indexes are made. */
  readonly indexSeconds: number
  readonly stages: readonly GrowthStage[]
  /** Median microseconds to read a page of a random wallet's outputs. */
  readonly readMicros: number
  /** Bytes of the models' file and SQLite's files beside it, at the end. */
  readonly fileBytes: number
  readonly residentBytes: number
}

const FILLING_BATCH = 20

const PIECE = 1_000
/** Number of pieces that are folded before the measurement. They compile the code and fill the set with outputs of every age. */
const SETTLING_PIECES = 3
const FAR_PIECES = 2
const NEAR_BLOCKS = 600

const READS = 2_000

class MadeUpLog implements LogReader {
  readonly path = 'a log in memory'
  readonly lastSeq = Number.MAX_SAFE_INTEGER
  refresh = (): void => {}
  readonly chain = new GrowthChain()
  #waiting: LoggedBlock[] = []

  provide(count: number, make: (chain: GrowthChain) => LoggedBlock['block']): void {
    this.#waiting = Array.from({ length: count }, () => {
      const block = make(this.chain)
      return { seq: block.height, block }
    })
  }

  get end(): LogReader['end'] {
    const last = this.#waiting.at(-1)
    return last && { seq: last.seq, ...last.block.point, height: last.block.height }
  }

  /** The log's seq of a block. There is a block every 20 slots, and no rollback. */
  seqOf({ slot }: { readonly slot: number }): number {
    return slot / 20
  }

  blocksAfter(seq: number, limit: number): readonly LoggedBlock[] {
    const first = seq + 1 - (this.#waiting[0]?.seq ?? 0)
    return this.#waiting.slice(first, first + limit)
  }
}

const timeReads = (directory: string, { keyHash }: GrowthChain): number => {
  const reader = new ModelsReader(directory)
  const unspent = unspentReads(reader.database, 1)
  const times = Array.from({ length: READS }, () => {
    const key = keyHash()
    const before = performance.now()
    unspent.quickPage(key, 0, 20)
    return (performance.now() - before) * 1000
  })
  reader.close()
  return median(times)
}

const writtenBytes = (): number => {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}

respond<GrowthRequest>(({ directory, outputs }): GrowthAnswer => {
  const operations = loadOperations(readSettings({}, []).settings, 'mainnet')
  const log = new MadeUpLog()
  const folding = new ModelsFolding({
    ...launchpadModels('mainnet', operations),
    directory,
    log,
    logger: pino({ level: 'warn' }),
  })
  folding.tipHeight = Number.MAX_SAFE_INTEGER

  const fold = (limit?: number): number[] => {
    const micros: number[] = []
    for (;;) {
      const before = performance.now()
      const folded = folding.step(limit)
      if (folded === undefined) return micros
      micros.push(((performance.now() - before) * 1000) / folded)
    }
  }

  const fillFrom = performance.now()
  let fillCpu = 0
  while (log.chain.unspent < outputs) {
    log.provide(FILLING_BATCH, (chain) => chain.fill())
    const before = cpuSeconds()
    fold()
    fillCpu += cpuSeconds() - before
  }
  const fillSeconds = (performance.now() - fillFrom) / 1000

  const measure = (ages: Ages, tip: GrowthStage['tip']): GrowthStage => {
    const isFar = tip === 'far'
    folding.tipHeight = isFar ? Number.MAX_SAFE_INTEGER : 0
    const micros: number[] = []
    let cpu = 0
    let written = 0
    const [pieces, blocks, limit] = isFar ? [FAR_PIECES, PIECE, undefined] : [1, NEAR_BLOCKS, 1]
    for (let piece = 0; piece < pieces; piece++) {
      log.provide(blocks, (chain) => chain.next(ages))
      const cpuBefore = cpuSeconds()
      const writtenBefore = writtenBytes()
      micros.push(...fold(limit))
      written += writtenBytes() - writtenBefore
      cpu += cpuSeconds() - cpuBefore
    }
    return {
      ages,
      tip,
      micros,
      cpuMicros: (cpu / (pieces * blocks)) * 1e6,
      // JSON has no NaN.
      writtenBytes: Number.isNaN(written) ? null : written / (pieces * blocks),
    }
  }

  for (let piece = 0; piece < SETTLING_PIECES; piece++) {
    log.provide(PIECE, (chain) => chain.next('mainnet'))
    fold()
  }
  // Blocks far from the tip come first, because the first block near the tip makes the late indexes.
  const far = [measure('mainnet', 'far'), measure('old', 'far')]
  folding.tipHeight = 0
  log.provide(1, (chain) => chain.next('mainnet'))
  const indexFrom = performance.now()
  fold()
  const indexSeconds = (performance.now() - indexFrom) / 1000
  const stages = [...far, measure('mainnet', 'near'), measure('old', 'near')]
  const fileBytes = readdirSync(directory)
    .filter((name) => name.endsWith('.db'))
    .reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
  return {
    fillMicros: (fillCpu / outputs) * 1e6,
    fillSeconds,
    indexSeconds,
    stages,
    readMicros: timeReads(directory, log.chain),
    fileBytes,
    residentBytes: process.resourceUsage().maxRSS * 1024,
  }
})
