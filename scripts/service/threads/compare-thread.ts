// Entry of the thread that compares the models, while they are served and folded.
import { workerData } from 'node:worker_threads'
import { lowerPriority } from '../../../projections/read/threads/lower-priority.ts'
import { report } from '../../../schema/platform/start-worker.ts'
import { compareServing } from '../comparing.ts'

lowerPriority()

void report(() => compareServing(workerData.task))
