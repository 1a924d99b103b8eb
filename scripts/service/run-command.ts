// How every command ends: 0 when it did what it was asked, 1 with one line when the operator must change
// something, 70 with a stack when it is our bug.
import { StartupError } from '../../schema/errors.ts'

const EXIT_REFUSED = 1
export const EXIT_BUG = 70

export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command()
  } catch (error) {
    if (error instanceof StartupError) {
      console.error(error.message)
      process.exit(EXIT_REFUSED)
    }
    console.error(error)
    process.exit(EXIT_BUG)
  }
}
