// Which encoding a client takes: RFC 9110, 12.5.3.
import { weightsOf } from './weights.ts'

/** In the order they are chosen in when a client takes both alike. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The encoding the client prefers over none; undefined for none. Elements that cannot be read are ignored. */
export const encodingOf = (acceptEncoding: string): Encoding | undefined => {
  if (acceptEncoding === '') return undefined
  const weights = weightsOf(acceptEncoding.toLowerCase().replaceAll('x-gzip', 'gzip'))
  const others = weights.get('*') ?? 0
  // Without a weight of its own, no encoding is the last choice.
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

/** Whether bodies of a media type become smaller. */
export const isCompressible = (contentType: string): boolean =>
  /^(?:text\/|application\/(?:json|yaml|javascript)|image\/svg)/.test(contentType)
