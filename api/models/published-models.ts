// The published models over HTTP: for replicas, and for proxies and caches in front of them. The files are sent unchanged; any web server
// can serve the same directory.
import { statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { isImmutable, MANIFEST } from '../../projections/copies/files/layout.ts'
import { isMissing } from '../../projections/copies/files/published-files.ts'
import { ApiError } from '../../schema/errors.ts'
import type { Component } from '../component.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { readAt, Streamed } from '../http/route/streamed.ts'

const notFound = (name: string, error: unknown): unknown =>
  isMissing(error) ? new ApiError('NOT_FOUND', `No ${name} is published here`) : error

/** State of the manifest's file, which another file replaces at each commit. */
const stateOf = (directory: string): string => {
  try {
    const { ino, mtimeNs, size } = statSync(join(directory, MANIFEST), { bigint: true })
    return `${ino}-${mtimeNs}-${size}`
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

/** Routes of the models that are published in a directory. */
export const publishedRoutes = (directory: string): readonly Route[] => [
  route({
    path: `/models/${MANIFEST}`,
    operationId: 'getModelsManifest',
    summary: 'What is published',
    description:
      'The last commit, the oldest difference, and the snapshots. A replica reads it every second, and then the files that it lacks.',
    responses: { 200: { schema: Type.Unknown(), description: 'The manifest.' } },
    errors: ['NOT_FOUND'],
    cache: 'public, max-age=1',
    state: () => stateOf(directory),
    handle: async (_, reply) => {
      const bytes = await readFile(join(directory, MANIFEST)).catch((error: unknown) => {
        throw notFound(MANIFEST, error)
      })
      return reply(200, new Prepared(bytes))
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

export const publishedModels = (directory: string): Component => ({
  name: 'models',
  description: 'The read models as files, for replicas.',
  routes: () => publishedRoutes(directory),
})
