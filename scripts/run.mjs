// Entry point of npm's commands. `exec node scripts/run.mjs NAME` installs missing dependencies, then runs NAME from the table in
// commands.ts. The process replaces npm's shell, so a signal to npm reaches the command. This file is plain JavaScript, since it runs
// before anything is installed.
import './setup.mjs'

await import('./run-installed.mjs')
