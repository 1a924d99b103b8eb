// What a frame of the hub says, for receivers that only remember.
import type { SharedRest } from '../socket/shared-rest.ts'

export const frameText = (start: string, rest: SharedRest): string =>
  Buffer.from(rest.after(start)).toString()
