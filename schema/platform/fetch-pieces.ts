// Fetches a body in pieces, however long it takes. A request fails only after a time without a byte.

const SILENCE_MS = 30_000

interface FetchOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly redirect?: 'error' | 'follow'
  readonly ending?: AbortSignal
}

/**
 * @param use reads the response and its body; when `use` returns, the request ends. Time in which `use` itself works does not count as
 * silence
 * @throws {Error} the cause if the server cannot be reached or stops sending; the errors of `use`
 */
export const fetchPieces = async <T>(
  url: string,
  { ending, ...init }: FetchOptions,
  use: (response: Response, pieces: AsyncIterable<Uint8Array>) => T | Promise<T>,
): Promise<T> => {
  const silence = new AbortController()
  const fail = (): void => silence.abort(new Error(`${SILENCE_MS / 1000} seconds without an answer`))
  let timer = setTimeout(fail, SILENCE_MS)
  try {
    const signal = AbortSignal.any([silence.signal, ...(ending === undefined ? [] : [ending])])
    const response = await fetch(url, { ...init, signal })
    async function* pieces() {
      for await (const piece of response.body ?? []) {
        clearTimeout(timer)
        yield piece
        timer = setTimeout(fail, SILENCE_MS)
      }
    }
    return await use(response, pieces())
  } catch (error) {
    throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}
