// The code inside a read thread. It runs one read at a time, and passes the result without a copy.
import { serveCalls } from '../../../schema/platform/serve-calls.ts'
import { lowerPriority } from './lower-priority.ts'

const utf8 = new TextEncoder()

/** A larger result gets its own memory. A page of 1,000 outputs has 300,000 bytes. */
const SHARED_BYTES = 2 ** 19

/** @param open called at the first read, so that its failure is that read's failure */
export const serveReads = <Read>(open: () => (read: Read) => string): void => {
  // Immediate responses and new blocks come first.
  lowerPriority()
  let run: ((read: Read) => string) | undefined
  /** Can be reused, because the next read comes only after the result was sent. */
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
