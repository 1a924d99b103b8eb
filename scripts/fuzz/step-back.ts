// Lets every other process have a processor first, at once when it wakes: for load that stands for other machines.
import { spawnSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Has the calling process and all its threads run when nobody else wants to. Where the command `chrt` of Linux is missing, its
 * main thread has the least priority, which others wait for up to a tick of the system.
 */
export const stepBack = (): void => {
  const { status } = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', `${process.pid}`], {
    stdio: 'ignore',
  })
  if (status !== 0) setPriority(constants.priority.PRIORITY_LOW)
}
