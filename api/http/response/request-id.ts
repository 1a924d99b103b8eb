// The id of a request, which its response and its log lines contain. A client may send one (`X-Request-ID`); otherwise it is a random UUID.

/** Whether a client's id is safe in a header and in a log line. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)
