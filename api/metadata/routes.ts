// The interface of a CIP-26 metadata server, which wallets ask for names, decimals and logos of tokens. The interface serves every listed
// token, even one that was launched elsewhere.
import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { LRUCache } from 'lru-cache'
import { type TokenDetails, tokenDetailsQuery } from '../../projections/read/queries/token-details.ts'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import { limitConcurrency } from '../../schema/platform/limit-concurrency.ts'
import type { AssetId } from '../../schema/primitives.ts'
import {
  TOKEN_PROPERTIES,
  type TokenMetadata,
  TokenMetadataSchema,
  type TokenProperty,
} from '../../schema/responses/token-metadata.ts'
import type { Component, ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { type Route, route } from '../http/route/route.ts'
import { drawLogo } from '../pictures/pictures.ts'
import { tokenMetadata } from './token-metadata.ts'

/** Maximum number of subjects of one request: a wallet sends all its tokens at once. */
const MOST_SUBJECTS = 4_000

/** Maximum number of listed tokens with a logo in a response, up to 64 KiB each. Anybody can send many listed tokens to a wallet. */
const MOST_LOGOS = 200

const MOST_LOGO_BYTES = 8 * 2 ** 20

/** The logo is drawn from this copy. */
const COPY_SIDE = 256

const CACHE = 'public, max-age=600'

const FILE = 'Content-Disposition'

const SUBJECT = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a4861696c204879647261'

const Subject = Type.String({
  pattern: '^[0-9a-fA-F]{56}(?:[0-9a-fA-F]{2}){0,32}$',
  lowerCase: true,
  mustBe: 'a policy id and an asset name in hex, without a point',
  description: 'Policy id and asset name in hex, without a point.',
  examples: [SUBJECT],
})

const Property = OneOf(TOKEN_PROPERTIES, {
  mustBe: `one of ${TOKEN_PROPERTIES.join(', ')}`,
  description: 'Name of a property.',
  examples: ['name'],
})

const assetOf = (subject: string): AssetId => `${subject.slice(0, 56)}.${subject.slice(56)}`

const ALL: ReadonlySet<TokenProperty> = new Set(TOKEN_PROPERTIES)

interface MetadataOptions {
  /** Undefined if it is not set. */
  readonly publicUrl?: string | undefined
}

type Context = Pick<ComponentContext, 'reader' | 'images' | 'shared'>

/** Undefined for an unlisted token. */
const metadataOf = ({ reader, images }: Context, { publicUrl }: MetadataOptions) => {
  const details = reader.prepared(tokenDetailsQuery)
  const logos = new LRUCache<string, Uint8Array>({
    maxSize: MOST_LOGO_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  const drawing = limitConcurrency(1)
  const draw = async (cid: string): Promise<Uint8Array | undefined> => {
    const image = await images.find(cid, COPY_SIDE)
    if (image === undefined) return undefined
    const bytes = Buffer.alloc(image.length)
    await image.read(bytes, 0)
    const logo = await drawLogo(bytes)
    if (logo !== undefined) logos.set(cid, logo)
    return logo
  }
  const logoOf = async ({ info }: TokenDetails): Promise<Uint8Array | undefined> => {
    const cid = info?.logoCid ?? ''
    if (cid === '') return undefined
    return logos.get(cid) ?? drawing(async () => logos.get(cid) ?? draw(cid))
  }
  return async (subject: string, wanted: ReadonlySet<TokenProperty>): Promise<TokenMetadata | undefined> => {
    const asset = assetOf(subject)
    const token = details()(asset)
    if (token === undefined) return undefined
    const page = publicUrl === undefined ? undefined : `${publicUrl}/token/${asset}`
    return tokenMetadata(asset, token, wanted, page, wanted.has('logo') ? await logoOf(token) : undefined)
  }
}

const metadataRoutes = (context: Context, options: MetadataOptions): readonly Route[] => {
  const read = metadataOf(context, options)
  const found = async (subject: string, wanted: ReadonlySet<TokenProperty>): Promise<TokenMetadata> => {
    const metadata = await read(subject, wanted)
    if (metadata === undefined) throw new ApiError('NOT_FOUND', `No token ${assetOf(subject)} is listed`)
    return metadata
  }
  const one = (path: string, operationId: string, summary: string): Route =>
    route({
      path,
      operationId,
      summary,
      description:
        'Properties of CIP-26, without signatures, in the format of the public token registry. A browser saves the response under the file name that the registry requires.',
      params: Type.Object({ subject: Subject }),
      responses: {
        200: {
          schema: TokenMetadataSchema,
          description: 'The metadata.',
          headers: {
            [FILE]: { description: 'The name of the file: `{subject}.json`.', schema: Type.String() },
          },
        },
      },
      errors: ['NOT_FOUND'],
      reads: { pools: { token: ({ params }) => assetOf(params.subject) } },
      cache: CACHE,
      handle: async ({ params: { subject } }, reply) =>
        reply(200, await found(subject, ALL), {
          headers: { [FILE]: `attachment; filename="${subject}.json"` },
        }),
    })
  return [
    one('/metadata/{subject}', 'getTokenMetadata', 'Metadata of a token, for wallets'),
    one('/metadata/{subject}/properties', 'getTokenProperties', 'All properties of a token'),
    route({
      path: '/metadata/{subject}/properties/{property}',
      operationId: 'getTokenProperty',
      summary: 'One property of a token',
      description: 'The response has only the subject and this property. NOT_FOUND if the token lacks it.',
      params: Type.Object({ subject: Subject, property: Property }),
      responses: { 200: { schema: TokenMetadataSchema, description: 'The subject with this property.' } },
      errors: ['NOT_FOUND'],
      reads: { pools: { token: ({ params }) => assetOf(params.subject) } },
      cache: CACHE,
      handle: async ({ params: { subject, property } }, reply) => {
        const metadata = await found(subject, new Set([property]))
        if (metadata[property] === undefined) throw new ApiError('NOT_FOUND', `The token has no ${property}`)
        return reply(200, metadata)
      },
    }),
    queryRoute(read, (subject) => context.shared.poolIds.idOf(assetOf(subject)) !== undefined),
  ]
}

const queryRoute = (read: ReturnType<typeof metadataOf>, isListed: (subject: string) => boolean): Route =>
  route({
    path: '/metadata/query',
    operationId: 'queryTokenMetadata',
    summary: 'Metadata of several tokens, for wallets',
    description: `Tokens that are not listed are left out. Only the first ${MOST_LOGOS} listed ones have a logo.`,
    body: json(
      Type.Object({
        subjects: Type.Array(
          Type.String({
            maxLength: 256,
            lowerCase: true,
            description: 'Policy id and asset name in hex, without a point.',
            examples: [SUBJECT],
          }),
          {
            maxItems: MOST_SUBJECTS,
            mustBe: `a list of at most ${MOST_SUBJECTS} subjects`,
            description: 'The tokens; other subjects are left out.',
          },
        ),
        properties: Type.Optional(
          Type.Array(
            Type.String({ maxLength: 64, description: 'Name of a property; an unknown one is left out.' }),
            {
              maxItems: 32,
              mustBe: 'a list of at most 32 names of properties',
              description: 'Only these properties; by default all.',
              examples: [['name', 'ticker', 'decimals', 'logo']],
            },
          ),
        ),
      }),
      { limit: 640 * KIB },
    ),
    responses: {
      200: {
        schema: Type.Object({
          subjects: Type.Array(TokenMetadataSchema, {
            description: 'The metadata, in the order of the request.',
          }),
        }),
        description: 'The metadata of the listed tokens.',
      },
    },
    reads: { pools: true },
    handle: async ({ body: { subjects, properties } }, reply) => {
      const wanted = new Set(TOKEN_PROPERTIES.filter((each) => properties?.includes(each) ?? true))
      const listed = [...new Set(subjects)].filter(isListed)
      const withoutLogo = new Set(TOKEN_PROPERTIES.filter((each) => each !== 'logo' && wanted.has(each)))
      const all: TokenMetadata[] = []
      for (const [at, subject] of listed.entries()) {
        // Other requests wait while tokens are read.
        if (at % MOST_LOGOS === 0) await setImmediate()
        const metadata = await read(subject, at < MOST_LOGOS ? wanted : withoutLogo)
        if (metadata !== undefined) all.push(metadata)
      }
      return reply(200, { subjects: all })
    },
  })

/** @param options for links to tokens' pages */
export const metadata = (options: MetadataOptions): Component => ({
  name: 'metadata',
  description: 'Names, decimals and logos of tokens, as wallets ask a CIP-26 metadata server for them.',
  routes: (context) => metadataRoutes(context, options),
})
