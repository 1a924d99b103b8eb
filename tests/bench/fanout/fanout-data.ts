// Data of the fan-out benchmark. All request ids have five digits, so all frames have one length.
import { dataRest, dataStart } from '../../../api/feed/socket/frames.ts'

/** Bytes of a frame's text. */
const FRAME_BYTES = 1_024

/** Bytes of a frame on the wire. A text of this length has a head of four bytes. */
export const WIRE_BYTES = FRAME_BYTES + 4

export const REQUEST_ID = '00000'

export const requestIdOf = (socket: number): string => String(socket).padStart(REQUEST_ID.length, '0')

const EMPTY = dataStart(REQUEST_ID) + String(dataRest('MainPage', '""'))

export const PAYLOAD = JSON.stringify('x'.repeat(FRAME_BYTES - EMPTY.length))

export const FRAME = dataStart(REQUEST_ID) + String(dataRest('MainPage', PAYLOAD))
