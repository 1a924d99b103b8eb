// Which encoding a client takes: RFC 9110, 12.5.3.

/** In the order they are chosen in when a client takes both alike. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** The encoding the client prefers over none; undefined for none. What cannot be read is passed over. */
export const encodingOf = (acceptEncoding: string): Encoding | undefined => {
  if (acceptEncoding === '') return undefined
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.length === 0 ? '1' : WEIGHT.exec(parameters.join(';'))?.[1]
    if (weight !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight))
  }
  const others = weights.get('*') ?? 0
  // Without a weight of its own, sending it as it is comes last.
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
