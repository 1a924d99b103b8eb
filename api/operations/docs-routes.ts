// The page for people who write clients: the OpenAPI document, shown.
import { type Page, pageRoutes } from '../http/route/page-routes.ts'
import type { Route } from '../http/route/route.ts'
import { docsPage } from './docs-page.ts'

const PATH = '/docs'

/** Read when the page is first asked for: most processes never are. */
const lazy = (make: () => Page): (() => Page) => {
  let made: Page | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** `GET /docs` and its files. @param documentPath where the document is served */
export const docsRoutes = (documentPath: string): readonly Route[] =>
  pageRoutes({
    path: PATH,
    filesPath: PATH,
    operationId: 'getDocs',
    summary: 'This document as a page',
    images: ['data:'],
    example: 'swagger-ui.0123456789abcdef.css',
    page: lazy(() => docsPage(PATH, documentPath)),
  })
