// The entry of a thread or child process: sets up the loader, and loads the module with the given file: URL.
import { workerData } from 'node:worker_threads'
import { requireTypeScript } from './load-typescript.mjs'

requireTypeScript(new URL(workerData?.entry ?? process.argv[2]))
