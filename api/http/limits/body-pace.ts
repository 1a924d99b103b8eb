// How much of all bodies is read in one iteration of the event loop. uWebSockets.js reads up to 512 KiB from every socket that has
// data before anything else runs, so a few uploads would hold up every other client. Once an iteration has read its share, each
// further body is paused after its piece, and each later iteration continues a share of them. The body of which most has arrived
// is first: few bodies are in memory at once, and no body waits for ever, since none that has less can overtake it.

/** Bytes of an iteration after which bodies are paused. */
const SHARE = 128 * 1024

/** A body that can be paused between two pieces. */
export interface PacedBody {
  /** Bytes that have arrived. */
  readonly size: number
  pause(): void
  /** Called once after each `pause`, also when the body has ended meanwhile. */
  resume(): void
}

interface Paused {
  readonly body: PacedBody
  /** Bytes of its last piece. */
  readonly bytes: number
}

export class BodyPace {
  #paused: Paused[] = []
  #bytes = 0
  #isScheduled = false

  /** @param schedule runs a function in the next iteration of the event loop */
  constructor(private readonly schedule: (next: () => void) => void = setImmediate) {}

  /** Counts a piece of a body of which more is to come, and pauses the body when the iteration has read its share. */
  count(bytes: number, body: PacedBody): void {
    this.#bytes += bytes
    if (this.#bytes > SHARE) {
      body.pause()
      this.#paused.push({ body, bytes })
    }
    this.#scheduleNext()
  }

  #scheduleNext(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.schedule(() => {
      this.#isScheduled = false
      this.#bytes = 0
      this.#continue()
      if (this.#paused.length > 0) this.#scheduleNext()
    })
  }

  #continue(): void {
    const bodies = this.#paused.sort((a, b) => b.body.size - a.body.size)
    let count = 0
    // The next piece of a body is taken to be as large as its last.
    for (let expected = 0; expected < SHARE && count < bodies.length; count++)
      expected += bodies[count]?.bytes ?? 0
    this.#paused = bodies.slice(count)
    for (const { body } of bodies.slice(0, count)) body.resume()
  }
}
