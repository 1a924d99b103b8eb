// Paths of routes, such as `/v1/tokens/{token}/bars`. A parameter is a whole segment.
import type { TObject } from '@sinclair/typebox'

export const MAX_URL_BYTES = 8 * 1024

const SEGMENT = '/(?:[A-Za-z0-9._-]+|\\{[A-Za-z][A-Za-z0-9]*\\})'
const PATH = new RegExp(`^(?:/|(?:${SEGMENT})+)$`)

export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** @throws {TypeError} if the path is malformed, or its parameters differ from the schema */
export const checkPath = (path: string, params: TObject | undefined): void => {
  if (!PATH.test(path))
    throw new TypeError(`${path} is not a valid path of a route: write segments after slashes`)
  const inPath = parameterNames(path).sort().join(', ')
  const inSchema = Object.keys(params?.properties ?? {})
    .sort()
    .join(', ')
  if (inPath !== inSchema)
    throw new TypeError(`${path} has the parameters (${inPath}), its schema (${inSchema})`)
}

/** Both paths are served. */
export const slashed = (path: string): readonly [string, string] => [path, `${path}/`]

/** The syntax of uWebSockets.js. */
export const nativePattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')
