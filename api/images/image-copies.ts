// The small copies of an image as WebP, stored beside the image. Lists and heads of pages load these copies instead of the whole image.
import { CONTENT_ID } from './content-id.ts'

export const SIDES = [64, 256] as const
export type Side = (typeof SIDES)[number]

export type Copies = Readonly<Record<Side, Uint8Array>>

export const COPY_TYPE = 'image/webp'

export const copyName = (cid: string, side: Side): string => `${cid}.${side}`

const copy = new RegExp(`${CONTENT_ID.slice(0, -1)}\\.(?:${SIDES.join('|')})$`)

export const isCopyName = (name: string): boolean => copy.test(name)
