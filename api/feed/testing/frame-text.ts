// Text of a queued frame, for tests whose receivers collect frames.
import type { QueuedFrame } from '../socket/hub.ts'

export const frameText = ({ start, rest }: QueuedFrame): string => Buffer.from(rest.after(start)).toString()
