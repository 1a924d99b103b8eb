// Writes the JSON text it is started with as YAML, reports that and ends.
import { workerData } from 'node:worker_threads'
import { stringify } from 'yaml'
import { report } from '../../schema/platform/start-worker.ts'

void report(() => stringify(JSON.parse(workerData.json), { aliasDuplicateObjects: false, lineWidth: 0 }))
