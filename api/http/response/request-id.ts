// The id of a request is in its response and in its log lines. A client may send the id (`X-Request-ID`); otherwise a random UUID is made.

/** Whether a client's id is safe in a header and in a log line. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)
