// Addresses of views, as people share them: each is a path, for which the service returns the page. Addresses with `#/` of earlier versions
// lead to the same views.

/** Path of the page, without a slash at its end. */
export const ROOT = location.pathname.replace(/(?:\/(?:token|trader|view)\/[^/]*)?\/*$/, '')

/** Paths of views that are paths of the service too. */
const OWN_PATH = /^\/(?:token|trader)\/[^/]+$/

/** Address of a view, relative to the host. @param path name of the view after a slash, `/token/<asset id>` or `/trader/<address>` */
export const linkTo = (path: string): string => {
  if (path === '/' || path === '') return `${ROOT}/`
  return OWN_PATH.test(path) ? ROOT + path : `${ROOT}/view${path}`
}

/** Path of the view at an address of this page, as {@link linkTo} takes it; undefined for any other address. */
export const viewAt = ({ origin, pathname, hash }: URL | Location): string | undefined => {
  if (origin !== location.origin || !pathname.startsWith(`${ROOT}/`)) return undefined
  if (hash.startsWith('#/')) return hash.slice(1)
  const path = pathname.slice(ROOT.length)
  if (path === '/') return '/'
  return OWN_PATH.test(path) ? path : /^\/view(\/[^/]+)$/.exec(path)?.[1]
}

/** Whether a text names a trader: an address of a wallet, or the hash of its payment key. */
export const isTrader = (text: string): boolean =>
  /^(?:[0-9a-f]{56}|addr(?:_test)?1[02-9ac-hj-np-z]{50,110})$/i.test(text)
