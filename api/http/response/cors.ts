// CORS headers, the same for every route. The API is public and takes no credentials, so any page may call it.

export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Retry-After,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Error-Code,X-Request-ID,ETag,X-Indexed-Slot,X-Indexed-Block,X-Older-Bar-Time,X-Most-Recent-Checkpoint,X-Next-Cursor,X-Undone-After,Content-Disposition',
} as const

/** A page's tracing may add any header. The wildcard excludes `Authorization`, and older browsers do not know it. */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET,POST,OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type,X-Request-ID,If-None-Match,Authorization,*',
  'Access-Control-Max-Age': '86400',
} as const
