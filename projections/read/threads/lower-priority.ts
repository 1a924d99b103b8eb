// Other threads of the process should run first. Only on Linux has each thread its own priority. A thread of this priority gets 14 % of a
// busy thread's time. The lowest priority would give 2 %, and orders would miss their deadline.
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
