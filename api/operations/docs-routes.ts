// `/docs`, a page for authors of clients, which shows the OpenAPI document in Swagger UI. Its files are read on the first request, since
// most processes never serve the page.
import { pageRoutes } from '../http/route/page-routes.ts'
import type { Route } from '../http/route/route.ts'
import { docsPage } from './docs-page.ts'
import { lazy } from './lazy.ts'

const PATH = '/docs'

/** @param documentPath path of the OpenAPI document */
export const docsRoutes = (documentPath: string): readonly Route[] =>
  pageRoutes({
    path: PATH,
    filesPath: PATH,
    operationId: 'getDocs',
    summary: 'This document as a page',
    description: 'Every operation with its fields and examples, in Swagger UI. Requests can be sent from it.',
    images: ['data:'],
    example: 'swagger-ui.0123456789abcdef.css',
    page: lazy(() => docsPage(PATH, documentPath)),
  })
