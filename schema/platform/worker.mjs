import { workerData } from 'node:worker_threads'
import { requireTypeScript } from './load-typescript.mjs'

requireTypeScript(new URL(workerData?.entry ?? process.argv[2]))
