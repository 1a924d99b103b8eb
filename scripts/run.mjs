// Installs missing dependencies, then runs a command of commands.ts. The process replaces npm's shell, so a signal to npm reaches the
// command. Plain JavaScript, because it runs before anything is installed.
import './setup.mjs'

await import('./run-installed.mjs')
