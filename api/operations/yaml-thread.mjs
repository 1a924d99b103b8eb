// A thread that gets JSON as its worker data, posts it as YAML and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { stringify } from 'yaml'

parentPort.postMessage(stringify(JSON.parse(workerData), { aliasDuplicateObjects: false, lineWidth: 0 }))
