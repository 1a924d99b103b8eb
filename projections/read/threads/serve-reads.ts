// The code inside a read thread. It runs one read at a time, and passes the result without a copy.
import { serveCalls } from '../../../schema/platform/serve-calls.ts'
import { lowerPriority } from './lower-priority.ts'

const utf8 = new TextEncoder()

/** Size in bytes of the memory for results. A larger result gets its own memory. A page of 1,000 outputs has 300,000 bytes. */
const SHARED_BYTES = 2 ** 19

/**
 * Serves the reads that `ReadThread` sends to this thread.
 * @param open makes the function that returns a read's JSON. It is called at the first read, so if it fails, that read fails
 */
export const serveReads = <Read>(open: () => (read: Read) => string): void => {
  // Lowers the thread's priority, so immediate responses and new blocks are processed first.
  lowerPriority()
  let run: ((read: Read) => string) | undefined
  /** Memory for a result. It can be reused, since the next read comes only after the result was sent. */
  const shared = new Uint8Array(new SharedArrayBuffer(SHARED_BYTES))
  const bytesOf = (text: string): Uint8Array => {
    const { read, written } = utf8.encodeInto(text, shared)
    return read === text.length ? shared.subarray(0, written) : utf8.encode(text)
  }
  serveCalls((read: Read) => {
    run ??= open()
    return bytesOf(run(read))
  })
}
