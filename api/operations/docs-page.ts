// The files of the page that shows the OpenAPI document: Swagger UI from npm, and a script that starts it. File names contain a hash of the
// content. So browsers may cache files forever, and load new ones after an upgrade.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page, PageFile } from '../http/route/page-routes.ts'
import { Prepared } from '../http/route/reply.ts'

/** A file, because the Content-Security-Policy allows no inline script. `validatorUrl: null` prevents requests to other hosts. */
const startScript = (documentPath: string): string => `SwaggerUIBundle({
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
 * @param path of the page, below which its files are served
 * @param documentPath path of the OpenAPI document
 */
export const docsPage = (path: string, documentPath: string): Page => {
  const directory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const files = new Map<string, PageFile>()
  const add = (name: string, contentType: string, content: Buffer): string => {
    const fileName = hashed(name, content)
    files.set(fileName, { contentType, body: new Prepared(content) })
    return `${path}/${fileName}`
  }
  const addPackaged = (name: string, contentType: string) =>
    add(name, contentType, readFileSync(join(directory, name)))
  const javascript = 'text/javascript; charset=utf-8'
  const style = addPackaged('swagger-ui.css', 'text/css; charset=utf-8')
  const viewer = addPackaged('swagger-ui-bundle.js', javascript)
  const start = add('start.js', javascript, Buffer.from(startScript(documentPath)))
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
<noscript>This page needs JavaScript. The document is at <a href="${documentPath}">${documentPath}</a></noscript>
<script src="${viewer}"></script>
<script src="${start}"></script>
</body>
</html>
`
  return { html: new Prepared(html), files }
}
