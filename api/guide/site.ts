// The documents as static pages: each Markdown file that a start page leads to, with a table of contents and a search, and
// nothing from elsewhere. All files are in one folder, so links work from a server and from a disk.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const beside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Chosen names of pages; other names follow from the paths of the files. */
const NAMES: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'docs/api/README.md': 'api.html',
}

/** Name of a document's page: `docs/api/orders.md` is `api-orders.html`, `indexer/README.md` is `indexer-readme.html`. */
export const pageName = (path: string): string =>
  NAMES[path] ??
  `${path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replaceAll('/', '-')
    .toLowerCase()}.html`

/** Anchor of a heading, in GitHub's form. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const isFile = (path: string): boolean =>
  statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() === true

type Entry = readonly [page: string, anchor: string, heading: string, text: string]

/** @param isPage whether a path has a page; a link to any other file is shown as text */
const read = (path: string, isPage: (path: string) => boolean) => {
  const page = pageName(path)
  const links: string[] = []
  const images: string[] = []
  const entries: Entry[] = []
  const resolve = (href: string): string => posix.join(dirname(path), href)
  const marked = new Marked({ gfm: true })
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/<!--.*?-->\n?/gs, '')
  marked.use({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const shown = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}">${shown}</a>`
        const [target = '', anchor] = href.split('#')
        const to = target === '' ? path : resolve(target)
        if (!isPage(to)) return shown
        links.push(to)
        return `<a href="${pageName(to)}${anchor === undefined ? '' : `#${anchor}`}">${shown}</a>`
      },
      image({ href, text: alternative }) {
        const file = resolve(href)
        images.push(file)
        return `<img src="${posix.basename(file)}" alt="${escaped(alternative)}">`
      },
      // Documents contain no HTML; text that looks like HTML is shown as text.
      html: ({ text: html }) => escaped(html),
      // Keys can move what is wider than the screen.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escaped(code)}\n</code></pre>\n`,
      table(token) {
        const cells = (row: typeof token.header, tag: string): string =>
          `<tr>${row
            .map(({ text: cell, tokens }) => {
              const name = cell === '' ? 'td' : tag
              return `<${name}>${this.parser.parseInline(tokens)}</${name}>`
            })
            .join('')}</tr>`
        return `<div class="table" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${token.rows
          .map((row) => cells(row, 'td'))
          .join('')}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(text, { async: false })
  for (const section of text.split(/^(?=#{1,3} )/m)) {
    const [, heading = ''] = /^#+ (.*)/.exec(section) ?? []
    const words = section
      .slice(section.indexOf('\n') + 1)
      .replaceAll(/```.*?```|[`|*[\]]|\([^)]*\)|-{3,}/gs, ' ')
    if (heading !== '')
      entries.push([page, anchorOf(heading), heading, words.replaceAll(/\s+/g, ' ').trim().slice(0, 600)])
  }
  return { title: /^# (.*)/m.exec(text)?.[1] ?? path, html, links, images, entries }
}

export interface SiteOptions {
  readonly start: readonly string[]
  /** Whether a document is part of the site if another document links to it. */
  includes(path: string): boolean
}

const groupOf = (path: string): string =>
  /^docs\/(api|operate|data)\//.exec(path)?.[1] ?? (/^(docs\/|[^/]*$)/.test(path) ? 'project' : 'source')
const GROUPS = ['project', 'api', 'operate', 'data', 'source']

const frame = (title: string, contents: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="guide.css">
</head>
<body>
<nav aria-label="Contents">
<input type="search" placeholder="Search" aria-label="Search">
<ol id="found" hidden></ol>
${contents}
</nav>
<main>
${body}
</main>
<script src="search-index.js"></script>
<script src="search.js"></script>
</body>
</html>
`

/**
 * Makes the files of the site, by name.
 * @throws {Error} if a document cannot be read
 */
export const makeSite = ({ start, includes }: SiteOptions): ReadonlyMap<string, Buffer> => {
  const isPage = (path: string): boolean => path.endsWith('.md') && includes(path) && isFile(path)
  const documents = new Map<string, ReturnType<typeof read>>()
  const open = start.filter(isPage)
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (documents.has(path)) continue
    const document = read(path, isPage)
    documents.set(path, document)
    open.push(...document.links)
  }
  const files = new Map<string, Buffer>()
  const add = (name: string, content: string): void => void files.set(name, Buffer.from(content))
  for (const [path, { title, html, images }] of documents) {
    const list = (group: string): string =>
      [...documents]
        .filter(([other]) => groupOf(other) === group)
        .map(([other, { title: name }]) => {
          const here = other === path ? ' aria-current="page"' : ''
          return `<li><a href="${pageName(other)}"${here}>${escaped(name)}</a></li>`
        })
        .join('')
    const contents = GROUPS.map((group) => [group, list(group)] as const)
      .filter(([, items]) => items !== '')
      .map(([group, items]) => `<h2>${group}</h2><ul>${items}</ul>`)
      .join('\n')
    add(pageName(path), frame(title, contents, html))
    for (const image of images) files.set(posix.basename(image), readFileSync(join(ROOT, image)))
  }
  add('guide.css', beside('guide.css'))
  add('search.js', beside('search.js'))
  const entries = [...documents.values()].flatMap((document) => document.entries)
  add('search-index.js', `const SECTIONS = ${JSON.stringify(entries).replaceAll('<', '\\u003c')}\n`)
  return files
}

/** All documents that are linked from the README, directly or not. */
export const wholeSite = (): ReadonlyMap<string, Buffer> =>
  makeSite({ start: ['README.md'], includes: () => true })

export const apiSite = (): ReadonlyMap<string, Buffer> =>
  makeSite({
    start: ['docs/api/README.md'],
    includes: (path) => path.startsWith('docs/api/') || /^docs\/(glossary|compatibility)\.md$/.test(path),
  })
