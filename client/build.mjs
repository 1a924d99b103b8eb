// Writes the files of the package launchpad-backend-client; `npm pack` runs it. Plain JavaScript, as it loads the TypeScript.
import { mkdirSync, writeFileSync } from 'node:fs'
import { requireTypeScript } from '../schema/platform/load-typescript.mjs'

const { clientScript, clientTypes } = requireTypeScript(new URL('bundle.ts', import.meta.url))
const directory = new URL('dist/', import.meta.url)
mkdirSync(directory, { recursive: true })
writeFileSync(new URL('client.js', directory), await clientScript())
writeFileSync(new URL('client.d.ts', directory), clientTypes())
