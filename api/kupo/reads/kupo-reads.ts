// The reads of Kupo's interface, each answered with JSON of one state of the models.
import { outputPlaces } from '../../../projections/read/queries/output-places.ts'
import type { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import type { CborScript } from '../../../schema/codecs/output-cbor.ts'
import type { OutputEvent } from '../../../schema/events.ts'
import { RecentMap } from '../../../schema/platform/recent-map.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { scriptHash } from '../../builder/transaction/script-hash.ts'
import { ChainBlocks, type ChainLog } from './chain-blocks.ts'
import type { KupoRead } from './kupo-read.ts'
import { pointJson, scriptJson } from './match-json.ts'
import { matchReads } from './match-reads.ts'
import { hashesOf, RecentOutputs } from './recent-outputs.ts'

/** Hashes of datums and scripts of outputs that were listed, a generation of two. */
const HASHES = 50_000

/** Scripts from the node that are kept, a generation of two. */
const SCRIPTS = 2_000

/** @returns runs a read */
export const kupoReads = (reader: ModelsReader, log: ChainLog): ((read: KupoRead) => string) => {
  const places = reader.prepared(outputPlaces)
  const blocks = new ChainBlocks(log, places)
  const recent = new RecentOutputs(log)
  const listed = new RecentMap<Hex, number>(HASHES)
  /** Scripts by the outputs that carry them, and by their hashes. */
  const scripts = new RecentMap<string, CborScript>(2 * SCRIPTS)
  const matches = matchReads({
    reader,
    log,
    places,
    blocks,
    recent,
    scripts,
    remember(id, output) {
      for (const hash of hashesOf(output)) listed.set(hash, id)
    },
  })
  /** An output that carries what has this hash, of the last blocks or listed before. */
  const outputWith = (hash: Hex): OutputEvent | undefined => {
    const id = listed.get(hash) ?? recent.withHash(hash)
    const output = id === undefined ? undefined : blocks.output(id)?.output
    return output !== undefined && hashesOf(output).includes(hash) ? output : undefined
  }
  const answer = (read: KupoRead): string => {
    reader.refresh()
    log.refresh()
    recent.refresh(places().knownFrom())
    const tip = reader.checkpoint?.slot ?? 0
    switch (read.name) {
      case 'matches':
        for (const [name, script] of Object.entries(read.scripts ?? {}))
          for (const key of [name, scriptHash(script)]) scripts.set(key, script)
        return matches(read)
      case 'datum': {
        const datum = outputWith(read.hash)?.datum
        return datum === undefined ? 'null' : `{"datum":"${datum}"}`
      }
      case 'script': {
        const script = scripts.get(read.hash) ?? outputWith(read.hash)?.script
        return script === undefined || scriptHash(script) !== read.hash ? 'null' : scriptJson(script)
      }
      case 'checkpoints': {
        const points = log.resumePoints().filter((point) => point !== 'origin' && point.slot <= tip)
        return `[${points.map((point) => (point === 'origin' ? '' : pointJson(point))).join(',')}]`
      }
      case 'checkpoint': {
        const found = log.lastAtOrBefore(Math.min(read.slot, tip))
        const isFound = found !== undefined && (!read.isStrict || found.slot === read.slot)
        return isFound ? pointJson(found) : 'null'
      }
    }
  }
  return (read) => {
    // Moves to the file that serves, which cannot be done within a transaction.
    reader.refresh()
    return reader.database.transaction(answer)(read)
  }
}
