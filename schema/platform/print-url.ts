/** Only host and port, because user, path and query may contain passwords and keys. */
export const printUrl = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an unreadable URL')

/** An IPv6 address is in brackets (RFC 3986, section 3.2.2). */
export const authority = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`
