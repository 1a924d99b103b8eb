// Entry of a read thread, which has its own connection to the models and runs one read at a time.
import { workerData } from 'node:worker_threads'
import type { Network } from '../../../schema/primitives.ts'
import { ModelsReader } from '../reader/models-reader.ts'
import { heavyReads } from './heavy-reads.ts'
import { serveReads } from './serve-reads.ts'

const { directory, network }: { directory: string; network: Network } = workerData

serveReads(() => heavyReads(new ModelsReader(directory), network))
