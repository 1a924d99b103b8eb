/**
 * A URL as it is printed anywhere, in the log too: host and port alone, since user, path and query may hold passwords
 * and keys.
 */
export const printUrl = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an unreadable URL')
