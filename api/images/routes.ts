// The images of launched tokens, by content id. An id's content never changes, so clients may cache it forever. The bytes come from unknown
// users, so headers tell browsers to treat them as an image only, and not to run scripts in them.
import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import { limitConcurrency } from '../../schema/platform/limit-concurrency.ts'
import type { Component, ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { type Route, route } from '../http/route/route.ts'
import { Streamed } from '../http/route/streamed.ts'
import { CONTENT_ID } from './content-id.ts'
import { SIDES } from './image-copies.ts'
import type { ImageStore } from './image-store.ts'

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** A page with lists shows about as many images. */
const MAX_CIDS = 200

/** One look-up request at a time, so that many requests block a turn of the event loop no longer than one. */
const searching = limitConcurrency(1)

/** Looked up in one turn of the event loop, in about 0.1 ms. */
const CIDS_PER_ITERATION = 40

const storedOf = async (images: ImageStore, cids: readonly string[]): Promise<string[]> => {
  const stored: string[] = []
  for (let at = 0; at < cids.length; at += CIDS_PER_ITERATION) {
    if (at > 0) await setImmediate()
    stored.push(...cids.slice(at, at + CIDS_PER_ITERATION).filter((cid) => images.has(cid)))
  }
  return stored
}

const imageRoutes = ({ images }: ComponentContext): readonly Route[] => [
  route({
    path: '/ipfs/{cid}',
    operationId: 'getImage',
    summary: 'The image of a launched token',
    description:
      'Serves images that were uploaded to this service with a launch. Other images are available from IPFS gateways. Each image has small copies, made from its first frame.',
    params: Type.Object({
      cid: Type.String({
        pattern: CONTENT_ID,
        mustBe: 'a content id of version 1 in base32: bafkrei… or bafybei…',
        description: 'Content id: the `logoCID` of a launch.',
        examples: ['bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
      }),
    }),
    query: Type.Object({
      side: Type.Optional(
        OneOf(
          SIDES.map((side) => `${side}` as const),
          {
            description:
              'Width and height of the square copy in pixels; the copy never has the bytes of the image. Without a size, the image itself is returned.',
            examples: ['64'],
          },
        ),
      ),
    }),
    responses: {
      200: {
        schema: Type.Unknown({ contentMediaType: 'image/*' }),
        description: 'The image: `image/png`, `image/jpeg` or `image/gif`; a copy is `image/webp`.',
        contentType: 'image/*',
      },
    },
    errors: ['NOT_FOUND'],
    cache: 'public, max-age=31536000, immutable',
    handle: async ({ params: { cid }, query: { side } }, reply) => {
      const image = await images.find(
        cid,
        SIDES.find((each) => `${each}` === side),
      )
      if (image === undefined)
        throw new ApiError('NOT_FOUND', `No ${side === undefined ? 'image' : 'copy'} ${cid} is stored here`)
      const { length, read, mediaType } = image
      return reply(200, new Streamed(length, read), { headers: HEADERS, contentType: mediaType })
    },
  }),
  route({
    path: '/ipfs/held',
    operationId: 'getHeldImages',
    summary: 'The given images that the service has',
    description: 'Lets a page with many images request only those that this service has.',
    body: json(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: MAX_CIDS,
        mustBe: `an array of at most ${MAX_CIDS} strings`,
        description: 'Values of `logoCID`; any text is allowed.',
        examples: [['bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e']],
      }),
      { limit: 32 * KIB },
    ),
    responses: {
      200: {
        schema: Type.Array(Type.String(), {
          description: 'Content ids that `/ipfs/{cid}` serves, in the order of the request.',
        }),
        description: 'The content ids.',
      },
    },
    handle: async ({ body }, reply) => reply(200, await searching(() => storedOf(images, body))),
  }),
]

export const images: Component = {
  name: 'images',
  description: 'Images of launched tokens.',
  routes: imageRoutes,
}
