// Runs a command, with the exit codes of all commands: 0 after success; 1, after one line, if the operator must change something; 70, after
// a stack, for a bug.
import { FoldFailed } from '../../projections/engine/fold/fold-errors.ts'
import { StartupError } from '../../schema/errors.ts'
import { StorageError } from '../../schema/platform/storage-error.ts'

const EXIT_REFUSED = 1
export const EXIT_BUG = 70

const isForOperator = (error: unknown): error is Error =>
  error instanceof StartupError || error instanceof StorageError || error instanceof FoldFailed

/** A command continues after its output is closed, for example by `| head`. */
const ignoreClosedOutput = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stderr.on('error', () => {})
}

export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  ignoreClosedOutput()
  try {
    await command()
  } catch (error) {
    if (isForOperator(error)) {
      console.error(error.message)
      process.exit(EXIT_REFUSED)
    }
    console.error(error)
    process.exit(EXIT_BUG)
  }
}
