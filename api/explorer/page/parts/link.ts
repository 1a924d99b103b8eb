// Addresses of views as people share them: a token has a path, which the service answers with a preview, other views a hash.

/** Path of the page, without a slash at its end. */
export const ROOT = location.pathname.replace(/(?:\/token\/[^/]*)?\/*$/, '')

/** Address of a view, relative to the host. @param path path, for example `/token/<asset id>` */
export const linkTo = (path: string): string =>
  path === '/' || path === '' ? `${ROOT}/` : path.startsWith('/token/') ? ROOT + path : `${ROOT}/#${path}`
