// Views of the page at their own paths: a token's view, with the tags and picture of its preview, and other views.
import { Type } from '@sinclair/typebox'
import { poolReadsOf } from '../../projections/read/queries/pools.ts'
import { ApiError } from '../../schema/errors.ts'
import type { AssetId } from '../../schema/primitives.ts'
import type { ComponentContext } from '../component.ts'
import { TokenIdParam } from '../http/route/fields.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import type { OpenImage } from '../images/image-folder.ts'
import { draw } from '../pictures/pictures.ts'
import { poolRowsOf } from '../pool-rows.ts'
import type { BundledPage } from './bundle.ts'
import { cardOf, tokenHead } from './head.ts'

/** Pixels of the drawn copy of a token's image. */
const COPY_SIDE = 256

/** These headers determine the links of a preview if PUBLIC_URL is not set. */
const VARY = 'Host, X-Forwarded-Host, X-Forwarded-Proto'

const HOST = /^[A-Za-z0-9.[\]:-]{1,255}$/

/** Empty if the request names no host. A proxy's headers are used only if the proxy is trusted. */
const originOf = (
  headers: Readonly<Record<'host' | 'x-forwarded-host' | 'x-forwarded-proto', string>>,
  isProxied: boolean,
): string => {
  const { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': scheme } = headers
  const name = isProxied && HOST.test(forwardedHost) ? forwardedHost : host
  return HOST.test(name) ? `${isProxied && scheme === 'https' ? 'https' : 'http'}://${name}` : ''
}

const bytesOf = async (image: OpenImage): Promise<Buffer> => {
  const bytes = Buffer.alloc(image.length)
  await image.read(bytes, 0)
  return bytes
}

/** Accepts every text of this length, so a person who opens a cut link gets the page with a message and not JSON. */
const mustBe = 'at most 140 characters'
const content = {
  200: { schema: Type.String(), contentType: 'text/html; charset=utf-8', description: 'The page.' },
}

interface ShareOptions {
  readonly publicUrl: string | undefined
  readonly page: () => Promise<BundledPage>
  readonly pageHeaders: Readonly<Record<string, string>>
}

/** The API's responses are not pages. */
const ROBOTS =
  'User-agent: *\nAllow: /$\nAllow: /token/\nAllow: /trader/\nAllow: /view/\nAllow: /explorer/\nDisallow: /v1/\nDisallow: /balances/\n'

const viewRoutes = ({ page, pageHeaders }: ShareOptions): readonly Route[] => [
  route({
    path: '/view/{view}',
    operationId: 'getView',
    summary: 'The page, which shows the view of this name',
    description: 'The same page as `/`; its script reads the view from the URL.',
    params: Type.Object({
      view: Type.String({
        pattern: '^[a-z]{1,20}$',
        mustBe: 'the name of a view',
        description: 'Name of the view.',
        examples: ['portfolio'],
      }),
    }),
    responses: content,
    handle: async (_, reply) => reply(200, (await page()).html, { headers: pageHeaders }),
  }),
  route({
    path: '/trader/{address}',
    operationId: 'getTraderPage',
    summary: 'The page, which shows the figures and trades of a trader',
    description: 'The same page as `/`; its script reads the trader from the URL.',
    params: Type.Object({
      address: Type.String({
        pattern: '^[^/]{1,140}$',
        mustBe,
        description: 'Address of the trader, or the hash of its payment key.',
        examples: ['d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be'],
      }),
    }),
    responses: content,
    handle: async (_, reply) => reply(200, (await page()).html, { headers: pageHeaders }),
  }),
  route({
    path: '/robots.txt',
    operationId: 'getRobots',
    summary: 'Paths that search engines are asked to leave out',
    description: 'Pages may be listed by search engines, responses of the API may not.',
    responses: {
      200: {
        schema: Type.String({ examples: [ROBOTS] }),
        contentType: 'text/plain',
        description: 'The paths.',
      },
    },
    cache: 'public, max-age=86400',
    handle: (_, reply) => reply(200, new Prepared(ROBOTS)),
  }),
]

export const shareRoutes = (
  { reader, images, shared: { poolIds } }: Pick<ComponentContext, 'reader' | 'images' | 'shared'>,
  options: ShareOptions,
): readonly Route[] => {
  const { publicUrl, page, pageHeaders } = options
  const pools = poolReadsOf(reader)
  const poolOf = (asset: string) => {
    const id = poolIds.idOf(asset)
    return id === undefined ? undefined : pools().pool(id)
  }
  const params = Type.Object({ asset: { ...TokenIdParam, description: 'The token.' } })
  const anyToken = Type.Object({
    asset: { ...TokenIdParam, pattern: '^[^/]{0,140}$', mustBe, description: 'The token.' },
  })
  return [
    route({
      path: '/token/{asset}',
      operationId: 'getTokenPage',
      summary: "A token's page, with the tags of a preview",
      description:
        'The same page as `/`. Its tags give name, figures and picture of the token to sites that show a preview of a link.',
      params: anyToken,
      responses: content,
      headers: ['host', 'x-forwarded-host', 'x-forwarded-proto'],
      // If the models cannot be read, the page is sent and shows a message.
      handle: async ({ params: { asset }, headers, client }, reply) => {
        // A cache that stores pages in spite of `no-cache` must store one for each host.
        const sent = { headers: publicUrl === undefined ? { ...pageHeaders, Vary: VARY } : pageHeaders }
        const pool = reader.checkpoint === undefined ? undefined : poolOf(asset)
        const { html, tokenHtmlOf } = await page()
        if (pool === undefined) return reply(200, html, sent)
        return reply(
          200,
          new Prepared(tokenHtmlOf(tokenHead(pool, publicUrl ?? originOf(headers, client.isProxied)))),
          sent,
        )
      },
    }),
    route({
      path: '/token/{asset}/picture',
      operationId: 'getTokenPicture',
      summary: 'The picture of a shared link to a token, of 1,200 × 630 pixels',
      description:
        'A PNG with name, image, price, market cap and progress of the token, for previews of links.',
      params,
      responses: {
        200: {
          schema: Type.Unknown({ contentMediaType: 'image/png' }),
          contentType: 'image/png',
          description: 'The picture.',
        },
      },
      errors: ['NOT_FOUND'],
      rate: 'picture',
      cache: 'public, max-age=60',
      reads: poolRowsOf(
        poolIds,
        ({ params: { asset } }: { readonly params: { readonly asset: AssetId } }) => [asset],
      ),
      handle: async ({ params: { asset } }, reply) => {
        const pool = poolOf(asset)
        if (pool === undefined) throw new ApiError('NOT_FOUND', `No token ${asset} is listed`)
        const image = await images.find(pool.info.logoCID, COPY_SIDE)
        const picture = await draw({ ...cardOf(pool), image: image && (await bytesOf(image)) })
        return reply(200, new Prepared(Buffer.from(picture)))
      },
    }),
    ...viewRoutes(options),
  ]
}
