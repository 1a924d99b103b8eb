// Entry point of npm's commands: `exec node scripts/run.mjs NAME` installs missing dependencies and then runs NAME of the
// table in commands.ts. Both run in the process that replaces npm's shell, so that a signal to npm reaches the command.
// Plain JavaScript, because it runs before anything is installed.
import './setup.mjs'

await import('./run-installed.mjs')
