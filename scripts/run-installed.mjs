#!/usr/bin/env node
// Runs a command without installing dependencies: `node scripts/run-installed.mjs NAME ARGS`. Tests start commands this way,
// so that two of them never install at the same time.

const [, , name] = process.argv
// These commands may receive a signal before they are loaded; end-requests.ts then replaces the handlers.
if (name === 'start' || name === 'devnet')
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
const { requireTypeScript } = await import('../schema/platform/load-typescript.mjs')
requireTypeScript(new URL('run.ts', import.meta.url))
