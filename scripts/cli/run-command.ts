// Runs a command, with the exit codes of all commands: 0 after success; 1, after one line, if the operator must change something; 70, after
// a stack, for a bug.
import { FoldFailed } from '../../projections/engine/fold/fold-errors.ts'
import { StartupError } from '../../schema/errors.ts'
import { StorageError } from '../../schema/platform/storage-error.ts'
import { fileProblem } from '../backup/file-problem.ts'

const EXIT_REFUSED = 1
export const EXIT_BUG = 70

const isForOperator = (error: unknown): error is Error =>
  error instanceof StartupError || error instanceof StorageError || error instanceof FoldFailed

/** Ignores the error of a closed output, for example of `| head`, so the command continues. Any other error, as of a full disk, ends it. */
const watchOutput = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    console.error((fileProblem(error, 'the output') ?? error).message)
    process.exit(EXIT_REFUSED)
  })
  process.stderr.on('error', () => {})
}

export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  watchOutput()
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
