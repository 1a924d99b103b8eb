// Writes lines to standard error or output. Never fails, even if the disk of a redirected log is full, or if the reader of the output is
// slow or has ended. Lost lines are counted over all threads. A thread reports its lost lines when it can write again.
import { writeSync } from 'node:fs'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const KEY = 'lost lines of the log'
const given = getEnvironmentData(KEY)
const memory = given instanceof SharedArrayBuffer ? given : new SharedArrayBuffer(8)
setEnvironmentData(KEY, memory)

/** Memory shared by all threads: the number of lost lines, and whether the last line was lost. */
const shared = new Int32Array(memory)

export const lostLines = (): { readonly count: number; readonly isLosing: boolean } => ({
  count: Atomics.load(shared, 0),
  isLosing: Atomics.load(shared, 1) === 1,
})

/** Attempts to write while a pipe is full, and milliseconds between two attempts. */
const TRIES = 10
const PAUSE_MS = 10
const pause = new Int32Array(new SharedArrayBuffer(4))

/** @param notice text of the line that reports lost lines */
export const lineWriter = (
  fd: number,
  notice: (lost: number) => string,
  write: (fd: number, bytes: Uint8Array) => number = writeSync,
): ((line: string) => void) => {
  let lost = 0
  let isCut = false
  const attempt = (line: string): void => {
    const bytes = Buffer.from(isCut ? `\n${line}` : line)
    for (let at = 0, tries = lost > 0 ? 1 : TRIES; at < bytes.length; )
      try {
        at += write(fd, bytes.subarray(at))
        isCut = at < bytes.length
      } catch (error) {
        tries -= 1
        if (tries === 0 || Object(error).code !== 'EAGAIN') throw error
        Atomics.wait(pause, 0, 0, PAUSE_MS)
      }
  }
  return (line) => {
    try {
      if (lost > 0) attempt(notice(lost))
      lost = 0
      attempt(line)
      Atomics.store(shared, 1, 0)
    } catch {
      lost += 1
      Atomics.add(shared, 0, 1)
      Atomics.store(shared, 1, 1)
    }
  }
}
