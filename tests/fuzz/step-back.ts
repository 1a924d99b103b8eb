// Gives every other process precedence when it needs a processor, since load from this process simulates other machines.
import { spawnSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Gives the calling process and all its threads the lowest scheduling priority. Without the Linux command `chrt` only the main
 * thread gets the lowest nice value, and other processes may wait for it up to one tick.
 */
export const stepBack = (): void => {
  const { status } = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', `${process.pid}`], {
    stdio: 'ignore',
  })
  if (status !== 0) setPriority(constants.priority.PRIORITY_LOW)
}
