// Lets the other threads of the process have a processor first. On Linux a thread has a priority of its own, and a name by
// which it is set; elsewhere nothing changes.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Lowers the priority of the thread that calls it. */
export const lowerPriority = (): void => {
  try {
    // `<process>/task/<thread>`
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_LOW)
  } catch {
    // Not Linux, or the system does not allow it.
  }
}
