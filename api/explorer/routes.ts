// The explorer component: the page `GET /` and its files. The page is a client like any other and uses only the API.
import type { Component } from '../component.ts'
import { type Page, pageRoutes } from '../http/route/page-routes.ts'
import { bundlePage } from './bundle.ts'

const FILES = '/explorer'

/** Made on the first request, once in a process, even if it starts several services. */
let bundled: Promise<Page> | undefined

export const explorer: Component = {
  name: 'explorer',
  description: 'The launchpad as a web page.',
  routes: ({ log, peers = [] }) => {
    const page = (): Promise<Page> => {
      if (bundled === undefined) {
        bundled = bundlePage(FILES)
        bundled.catch((err) => log.error({ err }, 'cannot bundle the page'))
      }
      return bundled
    }
    return pageRoutes({
      path: '/',
      filesPath: FILES,
      operationId: 'getPage',
      summary: 'The launchpad as a page',
      // A wallet's icon is a data URL; the preview of an image for a launch is a blob URL.
      images: ['data:', 'blob:'],
      connections: peers,
      example: 'main-0A1B2C3D.js',
      page,
    })
  },
}
