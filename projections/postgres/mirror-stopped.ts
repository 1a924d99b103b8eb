// Error that stops the writer of a copy.

/** An operator must decide: the writer of the copy stops and changes nothing. */
export class MirrorStopped extends Error {
  override readonly name = 'MirrorStopped'
}
