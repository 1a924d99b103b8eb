// Builds the typed client for programs without this project's packages: one script, one file of types, and an npm package that contains
// them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { build } from 'esbuild'
import { pack } from 'tar-stream'

const LICENSES = `/*! launchpad-backend-client, Apache-2.0. With openapi-fetch, MIT, (c) 2023 Drew Powers. */`

export const clientScript = async (format: 'esm' | 'cjs' = 'esm'): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('client.ts', import.meta.url))],
    bundle: true,
    format,
    target: 'es2022',
    minify: true,
    // Node prints the source line of an uncaught error, so lines are kept short.
    lineLimit: 200,
    banner: { js: LICENSES },
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

const MODULE_STATEMENTS = /^(?:import|export) [^;{]*(?:\{[^}]*\})?[^;{]*;?$/gm

/** The declarations can then be joined in one file. */
const withoutModule = (text: string): string =>
  text.replaceAll(/^export (?=(?:interface|type) \w+ *[={<])/gm, '').replaceAll(MODULE_STATEMENTS, '')

/** One file without imports. For `fetch`, a program needs TypeScript's DOM library or Node's types. */
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

/** Script and types, as ES modules and as CommonJS. */
export const packageFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const types = clientTypes()
  return {
    'dist/client.js': await clientScript(),
    'dist/client.cjs': await clientScript('cjs'),
    'dist/client.d.ts': types,
    'dist/client.d.cts': types,
  }
}

/** The bytes are always the same. */
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
