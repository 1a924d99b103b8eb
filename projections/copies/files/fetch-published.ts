// Fetches a published file, with a limit of its size and of the time without a byte.

/** Time in ms without a byte after which a request has failed. */
const SILENCE = 30_000

/**
 * The etag of an answer; empty for a version that was made in the second of the answer: a web server that makes etags of the second of the
 * last change and of the length gives the next version the same one.
 */
const etagOf = ({ headers }: Response): string => {
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '')
  return age < 1_000 ? '' : (headers.get('etag') ?? '')
}

/**
 * @param etag ETag of the version that the reader already has, empty for none
 * @returns status and bytes, and the version's own etag, empty if there is no reliable one
 * @throws {Error} when the server cannot be reached, does not respond or sends too many bytes.
 */
export const fetchPublished = async (url: string, mostBytes: number, ending: AbortSignal, etag = '') => {
  const silence = new AbortController()
  const fail = (): void => silence.abort(new Error(`${SILENCE / 1000} seconds without an answer`))
  let timer = setTimeout(fail, SILENCE)
  try {
    const response = await fetch(url, {
      headers: etag === '' ? {} : { 'if-none-match': etag },
      redirect: 'error',
      signal: AbortSignal.any([ending, silence.signal]),
    })
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(fail, SILENCE)
      size += piece.length
      if (size > mostBytes) throw new Error(`more than ${mostBytes} bytes`)
      pieces.push(piece)
    }
    return { status: response.status, bytes: Buffer.concat(pieces), etag: etagOf(response) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`${url}: ${cause instanceof Error ? cause.message : cause}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
