// The typed client as one script and one file of types, for programs without the project's packages. The package
// `launchpad-backend-client` and the routes /client.js and /client.d.ts serve both.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const LICENSES = `/*! launchpad-backend-client, Apache-2.0. With openapi-fetch, MIT, (c) 2023 Drew Powers. */`

/** Bundles the client as an ES module for browsers and Node. */
export const clientScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('client.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    banner: { js: LICENSES },
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** Whole statements that import or export names. */
const MODULE_STATEMENTS = /^(?:import|export) [^;{]*(?:\{[^}]*\})?[^;{]*;?$/gm

/** Declarations of a module without its imports and exports, to be joined with others in one file. */
const withoutModule = (text: string): string =>
  text.replaceAll(/^export (?=(?:interface|type) \w+ *[={<])/gm, '').replaceAll(MODULE_STATEMENTS, '')

/**
 * Joins the types of the client, the API and openapi-fetch into one file without imports. Programs need the library DOM of
 * TypeScript, or Node's types, for `fetch`.
 */
export const clientTypes = (): string => {
  const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
  const require = createRequire(import.meta.url)
  const fetching = require.resolve('openapi-fetch')
  const helpers = createRequire(fetching).resolve('openapi-typescript-helpers')
  const packaged = [fetching, helpers].map((entry) =>
    readFileSync(join(dirname(entry), 'index.d.mts'), 'utf8'),
  )
  const parts = [LICENSES, read('declarations.d.ts'), ...[read('paths.ts'), ...packaged].map(withoutModule)]
  return parts.join('\n')
}
