// The entry of a thread of the service.
import { workerData } from 'node:worker_threads'
import { requireTypeScript } from '../../schema/platform/load-typescript.mjs'

requireTypeScript(new URL(`${workerData.name}.ts`, import.meta.url))
