// The published models over HTTP, for replicas, and for proxies and caches before them. The files are sent unchanged, so any web server can
// serve the same directory.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { WAITS } from '../../projections/copies/files/http-carrier.ts'
import { isImmutable, MANIFEST } from '../../projections/copies/files/layout.ts'
import { ApiError } from '../../schema/errors.ts'
import { isMissing } from '../../schema/platform/storage-error.ts'
import type { Component } from '../component.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { readAt, Streamed } from '../http/route/streamed.ts'
import { fileState, NextManifest } from './next-manifest.ts'

const notFound = (name: string, error: unknown): unknown =>
  isMissing(error) ? new ApiError('NOT_FOUND', `No ${name} is published here`) : error

const stateOf = (directory: string): string => {
  try {
    return fileState(join(directory, MANIFEST))
  } catch (error) {
    throw notFound(MANIFEST, error)
  }
}

const streamed = async (path: string): Promise<Streamed> => {
  const { size } = await stat(path)
  return new Streamed(size, (memory, offset) => readAt(path, memory, offset))
}

const name = (description: string, example: string) =>
  Type.String({
    pattern: '^[0-9a-z.-]{1,50}$',
    mustBe: 'a name in the manifest',
    description,
    examples: [example],
  })

export const publishedRoutes = (
  directory: string,
  next = new NextManifest(join(directory, MANIFEST)),
): readonly Route[] => [
  route({
    path: `/models/${MANIFEST}`,
    operationId: 'getModelsManifest',
    summary: 'What is published',
    description:
      'The last commit, the oldest difference, and the snapshots. A replica waits for the next one with `after`, and then reads the files that it lacks.',
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          mustBe: 'a version, an integer from 0',
          description:
            'Version that the client has: the response comes with the next version, or after 20 seconds.',
          examples: [41],
        }),
      ),
    }),
    responses: {
      200: { schema: Type.Unknown(), description: 'The manifest.' },
      304: { schema: Type.String(), description: 'Nothing changed.' },
    },
    headers: ['if-none-match'],
    hasEtag: false,
    errors: ['NOT_FOUND'],
    cache: 'public, max-age=1',
    handle: async ({ query: { after }, headers: { 'if-none-match': known }, signal }, reply) => {
      if (after !== undefined) await next.until(after, signal)
      const headers = { ETag: `"${stateOf(directory)}"`, [WAITS]: `${next.longest / 1000}` }
      // A proxy that compresses makes an ETag weak.
      if (known?.replace(/^W\//, '') === headers.ETag) return reply(304, '', { headers })
      const bytes = await readFile(join(directory, MANIFEST)).catch((error: unknown) => {
        throw notFound(MANIFEST, error)
      })
      return reply(200, new Prepared(bytes), { headers })
    },
  }),
  route({
    path: '/models/{load}/{file}',
    operationId: 'getModelsFile',
    summary: 'A difference, or a piece of a snapshot',
    params: Type.Object({
      load: name('Name of the load in the manifest.', '5f0c2a9e41d7b836'),
      file: name('Name of the file, which never changes.', '41.json.gz'),
    }),
    responses: {
      200: {
        schema: Type.Unknown({ contentMediaType: 'application/gzip' }),
        contentType: 'application/gzip',
        description: 'JSON, compressed with gzip.',
      },
    },
    errors: ['NOT_FOUND'],
    cache: 'public, max-age=31536000, immutable',
    handle: async ({ params: { load, file } }, reply) => {
      const path = `${load}/${file}`
      if (!isImmutable(path)) throw new ApiError('NOT_FOUND', `No ${path} is published here`)
      return reply(
        200,
        await streamed(join(directory, path)).catch((error: unknown) => {
          throw notFound(path, error)
        }),
      )
    },
  }),
]

/** @param next where requests for the next manifest wait */
export const publishedModels = (directory: string, next: NextManifest): Component => ({
  name: 'models',
  description: 'The read models as files, for replicas.',
  routes: () => publishedRoutes(directory, next),
})
