// One read thread: a connection of its own to the models, and one read at a time.
import { parentPort, workerData } from 'node:worker_threads'
import { ApiError } from '../../schema/errors.ts'
import type { Network } from '../../schema/primitives.ts'
import { type HeavyRead, heavyReads } from './heavy-reads.ts'
import { lowerPriority } from './lower-priority.ts'
import { ModelsReader } from './models-reader.ts'
import type { ReadAnswer } from './read-threads.ts'

const { directory, network }: { directory: string; network: Network } = workerData
/** Opened with the first read, so that a failure is that read's answer: of what ends a thread, words get lost. */
let run: ReturnType<typeof heavyReads> | undefined

// What waits for nothing goes first: answers at once, and the blocks that come.
lowerPriority()

const utf8 = new TextEncoder()

const answerTo = (read: HeavyRead): ReadAnswer => {
  try {
    run ??= heavyReads(new ModelsReader(directory), network)
    return { json: utf8.encode(run(read)) }
  } catch (error) {
    if (error instanceof ApiError)
      return { refused: { cause: error.cause, message: error.message, headers: error.headers } }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (read: HeavyRead) => {
  const answer = answerTo(read)
  // Handed over, not copied: an answer may be some megabytes, and whoever gets it has others to serve.
  parentPort?.postMessage(answer, 'json' in answer ? [answer.json.buffer] : [])
})
