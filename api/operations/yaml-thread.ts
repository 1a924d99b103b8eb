// Converts the JSON text with which the thread is started to YAML, reports the YAML, and ends.
import { workerData } from 'node:worker_threads'
import { stringify } from 'yaml'
import { report } from '../../schema/platform/start-worker.ts'

void report(() => stringify(JSON.parse(workerData.json), { aliasDuplicateObjects: false, lineWidth: 0 }))
