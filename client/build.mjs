// Writes the files of the package launchpad-backend-client. `npm pack` runs it. It is plain JavaScript, since npm runs it with Node alone,
// which does not load TypeScript.
import { mkdirSync, writeFileSync } from 'node:fs'
import { requireTypeScript } from '../schema/platform/load-typescript.mjs'

const { packageFiles } = requireTypeScript(new URL('bundle.ts', import.meta.url))
mkdirSync(new URL('dist/', import.meta.url), { recursive: true })
for (const [name, text] of Object.entries(await packageFiles()))
  writeFileSync(new URL(name, import.meta.url), text)
