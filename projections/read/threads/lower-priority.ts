// Gives the process's other threads precedence. On Linux a thread has its own priority and id; on other systems nothing changes. Beside a
// busy thread, a thread of this priority gets 14 % of that thread's time. With the lowest priority it would get 2 %, and orders would miss
// their deadline.
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
