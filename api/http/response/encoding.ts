// Chooses the encoding of a response (RFC 9110, 12.5.3).
import { weightsOf } from './weights.ts'

/** The first one is used if a client accepts both equally. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Undefined if the client prefers an uncompressed body. Malformed elements are ignored. */
export const encodingOf = (acceptEncoding: string): Encoding | undefined => {
  if (acceptEncoding === '') return undefined
  const weights = weightsOf(acceptEncoding.toLowerCase().replaceAll('x-gzip', 'gzip'))
  const others = weights.get('*') ?? 0
  // If the header does not name `identity`, every accepted encoding is better.
  let best: Encoding | undefined
  let bestWeight = weights.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? others
    if (weight > 0 && (best === undefined ? weight >= bestWeight : weight > bestWeight)) {
      best = encoding
      bestWeight = weight
    }
  }
  return best
}

export const isCompressible = (contentType: string): boolean =>
  /^(?:text\/|application\/(?:json|yaml|javascript)|image\/svg)/.test(contentType)
