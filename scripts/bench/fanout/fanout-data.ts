// What the fan-out is measured with: frames of one length whatever the id of the request, which always has five digits.

/** Bytes of a frame's text. */
export const FRAME_BYTES = 1_024

/** On the wire a text of this length has a head of four bytes. */
export const WIRE_BYTES = FRAME_BYTES + 4

export const REQUEST_ID = '00000'

/** The id of a socket's request, when each has another. */
export const requestIdOf = (socket: number): string => String(socket).padStart(REQUEST_ID.length, '0')
