// Reads a file again after changes. The file is read immediately after a notice of the file system. It is also read at intervals, since
// network drives and replaced directories send no notices. A change counts when two successive reads are equal, so a partly written file is
// not used.
import { type FSWatcher, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Delays in milliseconds. */
export interface WatchTiming {
  /** Delay between the two reads that must be equal. */
  readonly settle: number
  /** Delay between reads if there is no notice. */
  readonly poll: number
}

const TIMING: WatchTiming = { settle: 200, poll: 5_000 }

const read = async (path: string): Promise<Buffer | Error> => {
  try {
    return await readFile(path)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const isSame = (a: Buffer | Error, b: Buffer | Error): boolean =>
  Buffer.isBuffer(a) ? Buffer.isBuffer(b) && a.equals(b) : !Buffer.isBuffer(b) && a.message === b.message

/**
 * Also reports the reason why the file cannot be read.
 * @param known current content of the file
 * @returns a function that ends the watch; a running watch does not keep the process alive
 */
export const watchFile = (
  path: string,
  known: Buffer,
  onChange: (content: Buffer | Error) => void,
  { settle, poll }: WatchTiming = TIMING,
): (() => void) => {
  let last: Buffer | Error = known
  let candidate: Buffer | Error | undefined
  let isClosed = false
  let isNoticed = false
  /** Undefined while the file is read. */
  let timer: NodeJS.Timeout | undefined
  const readAgain = async (): Promise<void> => {
    timer = undefined
    isNoticed = false
    const content = await read(path)
    if (isClosed) return
    const isSettled = candidate !== undefined && isSame(content, candidate)
    candidate = undefined
    if (!isSame(content, last)) {
      if (isSettled) {
        last = content
        onChange(content)
      } else candidate = content
    }
    readAgainIn(candidate === undefined && !isNoticed ? poll : settle)
  }
  const readAgainIn = (delay: number): void => {
    clearTimeout(timer)
    timer = setTimeout(readAgain, delay).unref()
  }
  let notices: FSWatcher | undefined
  try {
    // A replaced file is a different file, so the directory is watched.
    notices = watch(dirname(path), { persistent: false }, () => {
      if (!isNoticed && candidate === undefined && timer !== undefined) readAgainIn(settle)
      isNoticed = true
    })
    notices.on('error', () => notices?.close())
  } catch {
    // Without notices, the next periodic read finds the change.
  }
  readAgainIn(poll)
  return () => {
    isClosed = true
    clearTimeout(timer)
    notices?.close()
  }
}
