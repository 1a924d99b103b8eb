// The code of a thread that serves a chain file. It reads its request from workerData, and reports to its parent.
import { workerData } from 'node:worker_threads'
import { report } from '../../schema/platform/start-worker.ts'
import { type ServeReport, type ServeRequest, serveChainFile } from './serve-chain-file.ts'

void report(async (): Promise<ServeReport> => {
  const { path, options }: ServeRequest = workerData
  const { port, url } = await serveChainFile(path, options)
  return { port, url }
})
