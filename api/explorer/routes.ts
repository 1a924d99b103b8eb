// The page for people who look: `GET /` and its files. It is a client like any other and uses the API alone.
import type { Component } from '../component.ts'
import { type Page, pageRoutes } from '../http/page-routes.ts'
import { bundlePage } from './bundle.ts'

const FILES = '/explorer'

/** Once in a process, however many services it starts. */
let bundled: Promise<Page> | undefined

export const explorer: Component = {
  name: 'explorer',
  description: 'The page.',
  routes: ({ log }) => {
    bundled ??= bundlePage(FILES)
    bundled.catch((err) => log.error({ err }, 'the page could not be bundled'))
    const page = bundled
    return pageRoutes({
      path: '/',
      filesPath: FILES,
      operationId: 'getPage',
      summary: 'The launchpad as a page',
      // A wallet's icon is a data URL, the preview of an image to launch with a blob.
      images: ['data:', 'blob:'],
      example: 'main-0A1B2C3D.js',
      page: () => page,
    })
  },
}
