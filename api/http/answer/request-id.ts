// Every answer names its request, so that a client's report finds the log line. A client may bring the id (`X-Request-ID`);
// otherwise a random UUID is made.

/** Whether an id of a client is safe in a header and in a log line. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)
