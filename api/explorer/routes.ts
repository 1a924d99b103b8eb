// The page for people who look: `GET /` and its files. It is a client like any other and uses the API alone.
import type { Component } from '../component.ts'
import { type Page, pageRoutes } from '../http/route/page-routes.ts'
import { bundlePage } from './bundle.ts'

const FILES = '/explorer'

/** Made when somebody first looks, once in a process, however many services it starts. */
let bundled: Promise<Page> | undefined

export const explorer: Component = {
  name: 'explorer',
  description: 'The page.',
  routes: ({ log }) => {
    const page = (): Promise<Page> => {
      if (bundled === undefined) {
        bundled = bundlePage(FILES)
        bundled.catch((err) => log.error({ err }, 'the page could not be bundled'))
      }
      return bundled
    }
    return pageRoutes({
      path: '/',
      filesPath: FILES,
      operationId: 'getPage',
      summary: 'The launchpad as a page',
      // A wallet's icon is a data URL, the preview of an image to launch with a blob.
      images: ['data:', 'blob:'],
      example: 'main-0A1B2C3D.js',
      page,
    })
  },
}
