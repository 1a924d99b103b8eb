// Addresses of views, as people share them: each is a path, which the service answers with the page. Addresses with `#/` of earlier versions
// lead to the same views.

/** Path of the page, without a slash at its end. */
export const ROOT = location.pathname.replace(/(?:\/(?:token|view)\/[^/]*)?\/*$/, '')

/** Address of a view, relative to the host. @param path name of the view after a slash, or `/token/<asset id>` */
export const linkTo = (path: string): string => {
  if (path === '/' || path === '') return `${ROOT}/`
  return path.startsWith('/token/') ? ROOT + path : `${ROOT}/view${path}`
}

/** Path of the view at an address of this page, as {@link linkTo} takes it; undefined for any other address. */
export const viewAt = ({ origin, pathname, hash }: URL | Location): string | undefined => {
  if (origin !== location.origin || !pathname.startsWith(`${ROOT}/`)) return undefined
  if (hash.startsWith('#/')) return hash.slice(1)
  const path = pathname.slice(ROOT.length)
  if (path === '/') return '/'
  return /^\/token\/[^/]+$/.test(path) ? path : /^\/view(\/[^/]+)$/.exec(path)?.[1]
}
