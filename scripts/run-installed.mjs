#!/usr/bin/env node
// Runs a command without installing dependencies, so two tests never install at the same time.

const [, , name] = process.argv
// These commands may get a signal before they are loaded. end-requests.ts later replaces the handlers.
if (name === 'start' || name === 'devnet')
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
const { requireTypeScript } = await import('../schema/platform/load-typescript.mjs')
requireTypeScript(new URL('run.ts', import.meta.url))
