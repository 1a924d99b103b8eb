// Writes the JSON text it is started with as YAML, sends that and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { stringify } from 'yaml'

parentPort.postMessage(stringify(JSON.parse(workerData), { aliasDuplicateObjects: false, lineWidth: 0 }))
