/** Host and port as a URL has them: an IPv6 address stands in brackets (RFC 3986, section 3.2.2). */
export const authority = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`
