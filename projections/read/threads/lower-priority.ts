// Lowers the priority of a thread, so the other threads of the process run first. This works only on Linux, where each thread has its own
// priority. While a thread of normal priority is busy, a thread of the lowered priority gets 14 % of that thread's time. With the lowest
// priority, a thread would get 2 %, and orders would not be built within their deadline.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

export const lowerPriority = (): void => {
  try {
    // `<process>/task/<thread>`
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The system is not Linux, or does not allow the change.
  }
}
