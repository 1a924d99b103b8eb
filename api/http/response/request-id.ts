// The id of a request, for its response and its log lines: the client's id from `X-Request-ID`, or else a random UUID.

/** Safe in a header and in a log line. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)
