// Fetches responses from other services, which might send any number of bytes.

/** A peer's status has a few thousand bytes. */
const LONGEST = 65_536

/** The body fails after `LONGEST` bytes. */
export const shortFetch = async (request: Request): Promise<Response> => {
  const response = await fetch(request)
  let left = LONGEST
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.length
      if (left < 0) controller.error(new RangeError('the response is too long'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(limit), response)
}
