/** A URL in its printed form, also in the log: only host and port, since user, path and query may contain passwords and keys. */
export const printUrl = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an unreadable URL')
