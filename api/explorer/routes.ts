// The explorer component: the page `GET /` and its files. The page is an ordinary client, and uses only the API.
import type { Component } from '../component.ts'
import { pageHeaders, pageRoutes } from '../http/route/page-routes.ts'
import { type BundledPage, bundlePage } from './bundle.ts'
import { earlierFile, keepFiles } from './earlier-files.ts'
import { shareRoutes } from './share-routes.ts'

const FILES = '/explorer'

/** Made on the first request, once per process, even if several services run in it. */
const bundled = new Map<string, Promise<BundledPage>>()

export interface ExplorerOptions {
  /** Other services of the same launchpad, without a final slash. */
  readonly peers: readonly string[]
  /** Without a final slash; undefined to derive it from each request. */
  readonly publicUrl?: string | undefined
  /** Directory for files of earlier versions of the page; undefined to keep none. */
  readonly pageFiles?: string | undefined
}

export const explorer = ({ peers, publicUrl, pageFiles }: ExplorerOptions): Component => ({
  name: 'explorer',
  description: 'The launchpad as a web page.',
  routes: (context) => {
    const { log, clock } = context
    const filesPath = `${publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')}${FILES}`
    const page = (): Promise<BundledPage> => {
      const known = bundled.get(filesPath)
      if (known !== undefined) return known
      const made = bundlePage(filesPath)
      made.catch((err) => log.error({ err }, 'the page could not be bundled'))
      if (pageFiles !== undefined)
        made
          .then(({ files }) => keepFiles(pageFiles, files, clock()))
          .catch((err) =>
            log.warn(
              { err },
              'the files of the page could not be kept for pages that are open during an upgrade',
            ),
          )
      bundled.set(filesPath, made)
      return made
    }
    const spec = {
      // A wallet's icon is a data URL. The preview of an image for a launch is a blob URL.
      images: ['data:', 'blob:'],
      connections: peers,
    } as const
    return [
      ...pageRoutes({
        ...spec,
        path: '/',
        filesPath: FILES,
        operationId: 'getPage',
        summary: 'The launchpad as a page',
        description:
          'Tokens, charts, trades, launches and a wallet, for people. It uses this API and the feed only.',
        example: 'main-0A1B2C3D.js',
        page,
        ...(pageFiles !== undefined && { earlier: (name) => earlierFile(pageFiles, name) }),
      }),
      ...shareRoutes(context, { publicUrl, page, pageHeaders: pageHeaders(spec) }),
    ]
  },
})
