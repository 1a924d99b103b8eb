// Entry of the thread that compares the rows of the models with their stored digest, while they are served and folded.
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { isFoldedBy } from '../../../projections/engine/file/models-database.ts'
import { openServingModels } from '../../../projections/engine/file/serving-models.ts'
import { CHECKPOINT_SQL } from '../../../projections/engine/fold/projector-statements.ts'
import { scanning } from '../../../projections/engine/table/scan.ts'
import { launchpadModels, launchpadTables } from '../../../projections/launchpad-models.ts'
import { lowerPriority } from '../../../projections/read/threads/lower-priority.ts'
import { report } from '../../../schema/platform/start-worker.ts'
import type { CompareRowsTask } from '../compare-rows.ts'

/** Time in ms of work between two pauses, and of a pause: a tenth of a processor. */
const WORK = 10
const PAUSE = 90

lowerPriority()

const compare = async ({ directory, network, operations, ownModels }: CompareRowsTask) => {
  const serving = openServingModels(directory)
  if (serving === undefined) return undefined
  const { database } = serving
  try {
    // The WAL cannot shrink meanwhile; the few blocks of some minutes need little room.
    database.exec('BEGIN')
    const checkpoint = database.prepare(CHECKPOINT_SQL).get() as { readonly digest: string } | undefined
    const isComparable = isFoldedBy(database, launchpadModels(network, operations, ownModels))
    if (checkpoint === undefined || !isComparable) return undefined
    const scan = scanning(database, launchpadTables(operations, ownModels))
    let resting = performance.now() + WORK
    for (;;) {
      const { done, value } = scan.next()
      if (done === true) return { path: database.name, rows: value.digest, stored: checkpoint.digest }
      if (performance.now() < resting) continue
      await sleep(PAUSE)
      resting = performance.now() + WORK
    }
  } finally {
    database.close()
  }
}

void report(() => compare(workerData.task))
