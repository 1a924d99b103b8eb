// What a frame of the hub says, for receivers that only remember.
import type { KeptFrame } from '../socket/hub.ts'

export const frameText = ({ start, rest }: KeptFrame): string => Buffer.from(rest.after(start)).toString()
