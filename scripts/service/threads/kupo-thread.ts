// The thread of Kupo's interface: a connection of its own to the models, and one to the log beside them.
import { workerData } from 'node:worker_threads'
import { kupoReads } from '../../../api/kupo/reads/kupo-reads.ts'
import { Log } from '../../../indexer/log/log.ts'
import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { serveReads } from '../../../projections/read/threads/serve-reads.ts'
import type { Network } from '../../../schema/primitives.ts'

const { directory, network, logPath }: { directory: string; network: Network; logPath: string } = workerData

serveReads(() => kupoReads(new ModelsReader(directory), Log.openForReading(logPath, { network })))
