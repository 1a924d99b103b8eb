// Runs one command of the table: `node scripts/run.mjs NAME ARGS`.
import { StartupError } from '../schema/errors.ts'
import { runCommand } from './cli/run-command.ts'
import { commands } from './commands.ts'

const [name, ...argv] = process.argv.slice(2)

void runCommand(async () => {
  if (name === '--help' || name === undefined) {
    for (const { name, does } of commands) console.log(`${name.padEnd(14)}${does}`)
    return
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined)
    throw new StartupError(
      `"${name}" is not a command; there are ${commands.map(({ name }) => name).join(', ')}`,
    )
  await command.run(process.env, argv)
})
