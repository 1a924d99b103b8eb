/** Of what listens on a host; an IPv6 address stands in brackets in a URL (RFC 3986, section 3.2.2). */
export const httpUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
