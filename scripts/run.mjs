// How npm runs a command: `exec node scripts/run.mjs NAME` installs what is missing and then runs NAME of the table in
// commands.ts. Both in one process that takes the place of npm's shell, so that a signal to npm reaches the command
// and does not end the shell alone. Plain JavaScript: it runs before anything is installed.
import './setup.mjs'

const [, , name] = process.argv
// These run until they are asked to end, and may be asked before they are loaded; then they take the signals over.
if (name === 'start' || name === 'devnet')
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
const { requireTypeScript } = await import('../schema/load-typescript.mjs')
requireTypeScript(new URL('run.ts', import.meta.url))
