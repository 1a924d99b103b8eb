// Lowers the priority of a thread, so the other threads of the process come first. This works on Linux, where each thread has its own
// priority; on other systems nothing changes. While another thread is busy, a thread of this priority gets 14 % of that thread's time. With
// the lowest priority it would get 2 %, and orders would not be built within their deadline.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Lowers the priority of the calling thread. */
export const lowerPriority = (): void => {
  try {
    // `<process>/task/<thread>`
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The system is not Linux, or does not allow this.
  }
}
