// Why a copy is written no further.

/** An operator must decide what is right: the writer of the copy stops, and changes nothing. */
export class MirrorStopped extends Error {
  override readonly name = 'MirrorStopped'
}
