// The files of the page that shows the OpenAPI document: Swagger UI from npm, and the few lines that start it. Names
// carry a hash of the content, so that browsers keep the files for good and get new ones after an upgrade.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page, PageFile } from '../http/route/page-routes.ts'
import { Prepared } from '../http/route/reply.ts'

/** A script of its own, so that the page needs no inline script. Nothing is asked of other hosts. */
const start = (documentPath: string): string => `SwaggerUIBundle({
  url: '${documentPath}',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
})
`

const hashed = (name: string, content: Buffer): string => {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const dot = name.lastIndexOf('.')
  return `${name.slice(0, dot)}.${hash}${name.slice(dot)}`
}

/**
 * Reads the page's files.
 * @param path the page is served at, and its files below
 * @param documentPath of the document it shows
 */
export const docsPage = (path: string, documentPath: string): Page => {
  const directory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const files = new Map<string, PageFile>()
  const add = (name: string, contentType: string, content: Buffer): string => {
    const own = hashed(name, content)
    files.set(own, { contentType, body: new Prepared(content) })
    return `${path}/${own}`
  }
  const packed = (name: string, contentType: string) =>
    add(name, contentType, readFileSync(join(directory, name)))
  const script = 'text/javascript; charset=utf-8'
  const style = packed('swagger-ui.css', 'text/css; charset=utf-8')
  const viewer = packed('swagger-ui-bundle.js', script)
  const starting = add('start.js', script, Buffer.from(start(documentPath)))
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Token launchpad API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript. The document itself: <a href="${documentPath}">${documentPath}</a></noscript>
<script src="${viewer}"></script>
<script src="${starting}"></script>
</body>
</html>
`
  return { html: new Prepared(html), files }
}
