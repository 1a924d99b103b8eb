// Runs a command where everything is installed: `node scripts/run-installed.mjs NAME ARGS`. Tests start commands this way, so
// that none of them installs anything beside the others.

const [, , name] = process.argv
// These run until they are asked to end, and may be asked before they are loaded; then they take the signals over.
if (name === 'start' || name === 'devnet')
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
const { requireTypeScript } = await import('../schema/platform/load-typescript.mjs')
requireTypeScript(new URL('run.ts', import.meta.url))
