// How npm runs a command: `exec node scripts/run.mjs NAME` installs what is missing and then runs NAME of the table in
// commands.ts. Both in one process that takes the place of npm's shell, so that a signal to npm reaches the command
// and does not end the shell alone. Plain JavaScript: it runs before anything is installed.
import './setup.mjs'

await import('./run-installed.mjs')
