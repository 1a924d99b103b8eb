// One read thread: a connection of its own to the models, and one read at a time.
import { workerData } from 'node:worker_threads'
import { serveCalls } from '../../../schema/platform/serve-calls.ts'
import type { Network } from '../../../schema/primitives.ts'
import { ModelsReader } from '../reader/models-reader.ts'
import { type HeavyRead, heavyReads } from './heavy-reads.ts'
import { lowerPriority } from './lower-priority.ts'

const { directory, network }: { directory: string; network: Network } = workerData
/** Opened with the first read, so that a failure is that read's answer. */
let run: ReturnType<typeof heavyReads> | undefined

// What waits for nothing goes first: answers at once, and the blocks that come.
lowerPriority()

const utf8 = new TextEncoder()

/** Answers up to this many bytes cost their reader no memory of its own: a page of 1,000 outputs has 300,000. */
const SHARED_BYTES = 2 ** 19

/** Holds the last answer: the next read is asked for when it was sent. */
const shared = new Uint8Array(new SharedArrayBuffer(SHARED_BYTES))

const bytesOf = (text: string): Uint8Array => {
  const { read, written } = utf8.encodeInto(text, shared)
  return read === text.length ? shared.subarray(0, written) : utf8.encode(text)
}

serveCalls((read: HeavyRead) => {
  run ??= heavyReads(new ModelsReader(directory), network)
  return bytesOf(run(read))
})
