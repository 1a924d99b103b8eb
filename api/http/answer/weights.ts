// What a client prefers, by the weights in `Accept` and `Accept-Encoding`: RFC 9110, 12.4.2 and 12.5.1.
import { JSON_TYPE, type Route } from '../route/route.ts'

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** Weights by name in lower case. What cannot be read is passed over. */
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

const typeOf = ({ responses }: Route): string =>
  (responses[200]?.contentType ?? JSON_TYPE).split(';')[0] ?? ''

/** The route, or the other one where a client takes its media type rather. @param accept header of the request */
export const preferredRoute = (route: Route, accept: string): Route => {
  if (route.other === undefined || accept === '') return route
  const weights = weightsOf(accept)
  /** Weight and how exactly the type is named: of equal weights the type that is named itself wins. */
  const rank = (each: Route): readonly [number, number] => {
    const type = typeOf(each)
    const names = [type, `${type.split('/')[0]}/*`, '*/*']
    const at = names.findIndex((name) => weights.has(name))
    return [weights.get(names[at] ?? '') ?? 0, -at]
  }
  const [own, exactness] = rank(route)
  const [others, othersExactness] = rank(route.other)
  return others > own || (others > 0 && others === own && othersExactness > exactness) ? route.other : route
}
