// Bundles the page's files from their sources on the first request, in a fifth of a second, so there is no build step. Scripts that only
// some views need are separate files, which load with these views.
import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, transform } from 'esbuild'
import type { Page, PageFile } from '../http/route/page-routes.ts'
import { Prepared } from '../http/route/reply.ts'
import { SITE_HEAD } from './head.ts'

const SOURCES = fileURLToPath(new URL('../../page', import.meta.url))

export const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

export interface BundledPage extends Page {
  /** Has the token's tags in its head. */
  tokenHtmlOf(head: string): string
}

/** With the manifest, the page can be added to a phone's home screen. */
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
 * A view's script contains the style sheets that the view imports, so a view is never drawn without its styles. Those of the first script
 * become a separate file.
 */
const stylesOfViews: Plugin = {
  name: 'styles of views',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\.css$/ }, ({ importer, path, resolveDir }) =>
      basename(importer) === 'main.tsx' ? undefined : { path: join(resolveDir, path), namespace: 'view' },
    )
    onLoad({ filter: /\.css$/, namespace: 'view' }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true })
      return {
        contents: `const sheet = new CSSStyleSheet()
sheet.replaceSync(${JSON.stringify(code.trim())})
document.adoptedStyleSheets.push(sheet)`,
      }
    })
  },
}

/** For a script that runs where the page's other scripts cannot run or are missing. */
const bundleAlone = async (
  source: string,
  filesPath: string,
): Promise<{ readonly name: string; readonly file: PageFile }> => {
  const { outputFiles } = await build({
    absWorkingDir: SOURCES,
    entryPoints: [source],
    outdir: filesPath,
    entryNames: '[name]-[hash]',
    format: 'esm',
    target: 'es2022',
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'silent',
  })
  const [{ path, contents } = { path: '', contents: new Uint8Array() }] = outputFiles
  const contentType = TYPES['.js'] ?? ''
  return { name: basename(path), file: { contentType, body: new Prepared(Buffer.from(contents)) } }
}

/**
 * @param filesPath browsers find the files below this path
 * @throws {Error} that names file and line of an error in the sources
 */
export const bundlePage = async (filesPath: string): Promise<BundledPage> => {
  const urlOf = (path: string): string => `${filesPath}/${basename(path)}`
  // The script that reloads the page if others do not arrive, and the service worker.
  const [boot, worker] = await Promise.all([
    bundleAlone('boot.ts', filesPath),
    bundleAlone('watch/notification-worker.ts', filesPath),
  ])
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
    // Every other entry imports the first one, so that everything in it becomes a single script.
    inject: ['main.tsx'],
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [stylesOfViews],
    loader: { '.woff2': 'file', '.svg': 'copy' },
    conditions: ['production'],
    define: { 'process.env.NODE_ENV': '"production"', NOTIFICATION_WORKER: `'${urlOf(worker.name)}'` },
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const files = new Map<string, PageFile>()
  for (const { path, contents } of outputFiles) {
    const name = basename(path)
    // esbuild writes an equal style sheet for each script. Only the first script's style sheet is kept.
    if (name.endsWith('.css') && !name.startsWith('main-')) continue
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream'
    files.set(name, { contentType, body: new Prepared(Buffer.from(contents)) })
  }
  const scriptOf = (source: string): string => {
    const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source)
    if (found === undefined) throw new Error(`the page has no script of ${source}`)
    return found[0]
  }
  const main = scriptOf('main.tsx')
  const style = metafile.outputs[main]?.cssBundle ?? ''
  const withImports = (path: string): string[] => [
    path,
    ...(metafile.outputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap((imported) => withImports(imported.path)),
  ]
  /** The browser then requests all scripts of a view together. */
  const preloadsOf = (...scripts: readonly string[]): string =>
    [...new Set(scripts.flatMap(withImports))]
      .filter((path) => path !== main)
      .map((path) => `<link rel="modulepreload" href="${urlOf(path)}">`)
      .join('\n')
  // Browsers request the font of letters beyond ASCII only if a name has such letters.
  const fonts = [...files.keys()]
    .filter((name) => name.endsWith('.woff2') && !name.startsWith('inter-latin'))
    .map((name) => `<link rel="preload" href="${urlOf(name)}" as="font" type="font/woff2" crossorigin>`)
  const icon = [...files.keys()].find((name) => name.endsWith('.svg')) ?? ''
  const manifest = `app-${icon.replace('.svg', '.webmanifest')}`
  files.set(manifest, {
    contentType: 'application/manifest+json',
    body: new Prepared(JSON.stringify(manifestOf(icon))),
  })
  for (const { name, file } of [boot, worker]) files.set(name, file)
  const template = readFileSync(`${SOURCES}/index.html`, 'utf8')
    .replace('%ICON%', urlOf(icon))
    .replace('%MANIFEST%', urlOf(manifest))
    .replace('%BOOT%', urlOf(boot.name))
    .replace('%SCRIPT%', urlOf(main))
    .replace('%STYLE%', urlOf(style))
    .replace('%FONTS%', fonts.join('\n'))
  const htmlOf = (head: string, preloads: string): string =>
    template.replace('%PRELOADS%', preloads).replace('%HEAD%', () => head)
  const tokenPreloads = preloadsOf(main, scriptOf('token/token.tsx'))
  return {
    html: new Prepared(htmlOf(SITE_HEAD, preloadsOf(main))),
    files,
    tokenHtmlOf: (head) => htmlOf(head, tokenPreloads),
  }
}
