// Bundles the page's files from their sources on the first request, in a fifth of a second, so that there is no build step.
// Scripts that only some views need are separate files, loaded with these views.
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page, PageFile } from '../http/route/page-routes.ts'
import { Prepared } from '../http/route/reply.ts'
import { SITE_HEAD } from './head.ts'

const SOURCES = fileURLToPath(new URL('page', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

export interface BundledPage extends Page {
  /** The page with other tags in its head. */
  htmlOf(head: string): string
}

/** The web manifest, by which the page can be put on a phone's screen. */
const manifestOf = (icon: string) => ({
  name: 'Launchpad',
  short_name: 'Launchpad',
  start_url: '..',
  scope: '..',
  display: 'standalone',
  background_color: '#0a0c10',
  theme_color: '#0a0c10',
  icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
})

/**
 * Bundles the page.
 * @param filesPath path below which browsers get the files
 * @throws {Error} that names the file and line of an error in the sources
 */
export const bundlePage = async (filesPath: string): Promise<BundledPage> => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: SOURCES,
    entryPoints: ['main.tsx', 'icon.svg'],
    outdir: filesPath,
    publicPath: filesPath,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file', '.svg': 'copy' },
    conditions: ['production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const files = new Map<string, PageFile>()
  for (const { path, contents } of outputFiles) {
    const name = basename(path)
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream'
    files.set(name, { contentType, body: new Prepared(Buffer.from(contents)) })
  }
  const [main, output] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === 'main.tsx') ?? []
  if (main === undefined || output?.cssBundle === undefined)
    throw new Error('the page has no script or style')
  const urlOf = (path: string): string => `${filesPath}/${basename(path)}`
  // Preloads let the browser request the first script's imports together with it.
  const preloads = output.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="${urlOf(path)}">`)
  // The font of other letters is requested where a name has one.
  const fonts = [...files.keys()]
    .filter((name) => name.endsWith('.woff2') && !name.startsWith('inter-latin'))
    .map((name) => `<link rel="preload" href="${urlOf(name)}" as="font" type="font/woff2" crossorigin>`)
  const icon = [...files.keys()].find((name) => name.endsWith('.svg')) ?? ''
  const manifest = `app-${icon.replace('.svg', '.webmanifest')}`
  files.set(manifest, {
    contentType: 'application/manifest+json',
    body: new Prepared(JSON.stringify(manifestOf(icon))),
  })
  const template = readFileSync(`${SOURCES}/index.html`, 'utf8')
    .replace('%ICON%', urlOf(icon))
    .replace('%MANIFEST%', urlOf(manifest))
    .replace('%SCRIPT%', urlOf(main))
    .replace('%STYLE%', urlOf(output.cssBundle))
    .replace('%FONTS%', fonts.join('\n'))
    .replace('%PRELOADS%', preloads.join('\n'))
  const htmlOf = (head: string): string => template.replace('%HEAD%', () => head)
  return { html: new Prepared(htmlOf(SITE_HEAD)), files, htmlOf }
}
