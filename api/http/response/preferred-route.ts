// Chooses between two routes of a path by the media types in `Accept` (RFC 9110, 12.5.1).
import { JSON_TYPE, type Route } from '../route/route.ts'
import { weightsOf } from './weights.ts'

const typeOf = ({ responses }: Route): string =>
  (responses[200]?.contentType ?? JSON_TYPE).split(';')[0] ?? ''

/**
 * The alternative if the client prefers its media type.
 * @param accept header of the request
 */
export const preferredRoute = (route: Route, accept: string): Route => {
  if (route.other === undefined || accept === '') return route
  const weights = weightsOf(accept)
  /** Equal weights: the more exact match is preferred. */
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
