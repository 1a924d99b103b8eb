// With fewer processors than threads, the thread that answers small requests is to be first: threads of heavy work
// step back by themselves.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Gives the calling thread a lower priority than the process has, where the system has priorities for threads. */
export const lowerThreadPriority = (): void => {
  try {
    // Linux alone has them.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Other systems: all threads are equal.
  }
}
