// Weights (`q`) in `Accept` and `Accept-Encoding` (RFC 9110, 12.4.2).

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** Keys are lower-case names. Malformed elements are ignored. */
export const weightsOf = (header: string): Map<string, number> => {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const given = parameters.filter((parameter) => !parameter.startsWith('charset=')).join(';')
    const weight = given === '' ? '1' : WEIGHT.exec(given)?.[1]
    if (weight !== undefined) weights.set(name, Number(weight))
  }
  return weights
}
