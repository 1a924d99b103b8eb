// The images that launches on the chain name. All others are removed, so the launches must be known up to now: a node that is itself
// syncing, or a recording, has an old tip, and the models at that tip lack all later launches.
import { logosQuery } from '../../projections/read/queries/logos.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { TimeOfDay } from '../../schema/platform/clocks.ts'
import { slotTime } from '../../schema/slots.ts'

/**
 * Maximum age in seconds of the models' last block. An image is removed three hours after its upload, and its launch is valid for two
 * hours. So only launches of the last hour may be missing.
 */
const MOST_AGE_S = 3_600

/** @returns a function that returns the content ids; undefined while later launches may be unknown */
export const knownLogos = (
  reader: ModelsReader,
  operations: OperationsConfig,
  now: () => TimeOfDay,
): (() => ReadonlySet<string> | undefined) => {
  const logos = reader.prepared(logosQuery)
  return () => {
    const slot = reader.checkpoint?.slot
    const isCurrent = slot !== undefined && now() / 1000 - slotTime(operations, slot) <= MOST_AGE_S
    return isCurrent ? logos()() : undefined
  }
}
