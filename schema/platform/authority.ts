/** Host and port in the form of a URL: an IPv6 address is in brackets (RFC 3986, section 3.2.2). */
export const authority = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`
