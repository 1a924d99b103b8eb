// Addresses of views in the form that people share. Each is a path for which the service returns the page. Older addresses with `#/` lead
// to the same views.

/** Without a final slash. */
export const ROOT = location.pathname.replace(/(?:\/(?:token|trader|view)\/[^/]*)?\/*$/, '')

/** These view paths are also paths of the service. */
const OWN_PATH = /^\/(?:token|trader)\/[^/]+$/

/**
 * Address relative to the host.
 * @param path name of the view after a slash, `/token/<asset id>` or `/trader/<address>`
 */
export const linkTo = (path: string): string => {
  if (path === '/' || path === '') return `${ROOT}/`
  return OWN_PATH.test(path) ? ROOT + path : `${ROOT}/view${path}`
}

/** Undefined for an address that is not of this page. */
export const viewAt = ({ origin, pathname, hash }: URL | Location): string | undefined => {
  if (origin !== location.origin || !pathname.startsWith(`${ROOT}/`)) return undefined
  if (hash.startsWith('#/')) return hash.slice(1)
  const path = pathname.slice(ROOT.length)
  if (path === '/') return '/'
  return OWN_PATH.test(path) ? path : /^\/view(\/[^/]+)$/.exec(path)?.[1]
}

/** A wallet's address, or the hash of its payment key. */
export const isTrader = (text: string): boolean =>
  /^(?:[0-9a-f]{56}|addr(?:_test)?1[02-9ac-hj-np-z]{50,110})$/i.test(text)
