// The typed client as one script and one file of types, for programs without the project's packages, and the package with both.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { build } from 'esbuild'
import { pack } from 'tar-stream'

const LICENSES = `/*! launchpad-backend-client, Apache-2.0. With openapi-fetch, MIT, (c) 2023 Drew Powers. */`

/** Bundles the client for browsers and Node, as an ES module or for CommonJS. */
export const clientScript = async (format: 'esm' | 'cjs' = 'esm'): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('client.ts', import.meta.url))],
    bundle: true,
    format,
    target: 'es2022',
    minify: true,
    // An uncaught error prints the line of its code.
    lineLimit: 200,
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

/** The files of the package that are made: script and types, for ES modules and for CommonJS. */
export const packageFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const types = clientTypes()
  return {
    'dist/client.js': await clientScript(),
    'dist/client.cjs': await clientScript('cjs'),
    'dist/client.d.ts': types,
    'dist/client.d.cts': types,
  }
}

/** The package as npm installs it from a URL: the same bytes each time. */
export const clientPackage = async (): Promise<Buffer> => {
  const texts = ['package.json', 'README.md'].map(
    (name) => [name, readFileSync(new URL(name, import.meta.url))] as const,
  )
  const archive = pack()
  for (const [name, text] of [...texts, ...Object.entries(await packageFiles())])
    archive.entry({ name: `package/${name}`, mtime: new Date(0) }, text)
  archive.finalize()
  return buffer(archive.pipe(createGzip({ level: 9 })))
}
