// The images of launched tokens by content id. What is behind an id never changes, so it may be cached for good. The bytes
// are a stranger's: browsers are told to take them for nothing but the image, and to run nothing in them.
import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { turns } from '../../schema/platform/turns.ts'
import type { Component, ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { type Route, route } from '../http/route/route.ts'
import { Streamed } from '../http/route/streamed.ts'
import { CONTENT_ID } from './content-id.ts'
import type { ImageStore } from './image-store.ts'

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** Images that are asked for at once: as many as a page with lists shows. */
const MOST = 200

/** One request after the other: together they take no more of an iteration of the event loop than one. */
const searching = turns(1)

/** Content ids that are looked up in one iteration, in a tenth of a millisecond. */
const AT_ONCE = 40

const heldOf = async (images: ImageStore, cids: readonly string[]): Promise<string[]> => {
  const held: string[] = []
  for (let at = 0; at < cids.length; at += AT_ONCE) {
    if (at > 0) await setImmediate()
    held.push(...cids.slice(at, at + AT_ONCE).filter((cid) => images.has(cid)))
  }
  return held
}

const imageRoutes = ({ images }: ComponentContext): readonly Route[] => [
  route({
    method: 'GET',
    path: '/ipfs/{cid}',
    operationId: 'getImage',
    summary: 'The image of a launched token',
    description: 'Images that were uploaded here with a launch. Others are found at a gateway of IPFS.',
    params: Type.Object({
      cid: Type.String({
        pattern: CONTENT_ID,
        mustBe: 'a content id of version 1 in base32: bafkrei… or bafybei…',
        description: 'Content id, as `logoCID` of a launch.',
        examples: ['bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
      }),
    }),
    responses: {
      200: {
        schema: Type.String({ contentMediaType: 'image/*' }),
        description: 'The image: `image/png`, `image/jpeg` or `image/gif`.',
        contentType: 'image/*',
      },
    },
    errors: ['NOT_FOUND'],
    cache: 'public, max-age=31536000, immutable',
    rate: 'read',
    readsModels: false,
    handle: async ({ params: { cid } }, reply) => {
      const image = await images.find(cid)
      if (image === undefined) throw new ApiError('NOT_FOUND', `No image ${cid} is kept here`)
      const { length, read, mediaType } = image
      return reply(200, new Streamed(length, read), { headers: HEADERS, contentType: mediaType })
    },
  }),
  route({
    method: 'POST',
    path: '/ipfs/held',
    operationId: 'getHeldImages',
    summary: 'Which images are kept here',
    description: 'A page asks before it shows many, most of which may be elsewhere.',
    body: json(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: MOST,
        mustBe: `an array of at most ${MOST} strings`,
        description: 'Values of `logoCID`, whatever their creators wrote.',
        examples: [['bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e']],
      }),
      { limit: 32 * KIB },
    ),
    responses: {
      200: {
        schema: Type.Array(Type.String(), {
          description: 'Those of them that `/ipfs/{cid}` has, in their order.',
        }),
        description: 'The content ids.',
      },
    },
    cache: 'no-store',
    rate: 'read',
    readsModels: false,
    handle: async ({ body }, reply) => reply(200, await searching(() => heldOf(images, body))),
  }),
]

export const images: Component = {
  name: 'images',
  description: 'Images of launched tokens.',
  routes: imageRoutes,
}
