// The entry of a thread of the service: a thread does not inherit the TypeScript loader, so it is registered first.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(`./${workerData.name}.ts`)
