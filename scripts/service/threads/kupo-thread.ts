// The thread of Kupo's interface. It has its own connection to the models and, if there is one, to the log.
import { workerData } from 'node:worker_threads'
import { kupoReads } from '../../../api/kupo/reads/kupo-reads.ts'
import { Log } from '../../../indexer/log/log.ts'
import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { serveReads } from '../../../projections/read/threads/serve-reads.ts'
import { networkIdOf } from '../../../schema/codecs/address.ts'
import type { Network } from '../../../schema/primitives.ts'

interface Task {
  readonly directory: string
  readonly network: Network
  /** Undefined for a replica. */
  readonly logPath?: string
}

const { directory, network, logPath }: Task = workerData

serveReads(() => {
  const log = logPath === undefined ? undefined : Log.openForReading(logPath, { network })
  return kupoReads(new ModelsReader(directory), networkIdOf(network), log)
})
