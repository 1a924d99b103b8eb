import type { QueuedFrame } from '../socket/hub.ts'

export const frameText = ({ start, rest }: QueuedFrame): string => Buffer.from(rest.after(start)).toString()
