// Fetches another service's response as text, with a deadline and a limit of bytes, without following redirects.

interface Bounds {
  /** Milliseconds until the whole response has arrived. */
  readonly deadline: number
  readonly mostBytes: number
}

/** @throws {Error} with the reason why the service cannot be reached */
export const fetchText = async (
  url: string,
  { deadline, mostBytes }: Bounds,
  request: RequestInit = {},
): Promise<{ readonly status: number; readonly text: string }> => {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(deadline),
    })
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      pieces.push(piece)
      size += piece.length
      if (size > mostBytes) break
    }
    return { status: response.status, text: Buffer.concat(pieces).toString('utf8') }
  } catch (error) {
    throw new Error(`cannot be reached: ${reasonOf(error)}`)
  }
}

/** fetch's own error only says "fetch failed". Its cause has the reason. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
