// The thread that decodes and draws pictures: uploaded images in smaller copies, and the pictures of shared links. sharp's
// libvips works in threads of its own, but reading a font and drawing text would stop the event loop of the API for a tenth of a
// second.
import { readFile } from 'node:fs/promises'
import { serveCalls } from '../../schema/platform/serve-calls.ts'
import type { Copies } from '../images/image-copies.ts'
import { drawCard } from './card.ts'
import type { Card } from './card-data.ts'
import { scaledDown } from './scaled-image.ts'

export type PictureTask =
  | { readonly name: 'scaled'; readonly path: string }
  | { readonly name: 'card'; readonly card: Card }

const run = async (task: PictureTask): Promise<Copies | Uint8Array> =>
  task.name === 'scaled' ? scaledDown(await readFile(task.path)) : drawCard(task.card)

serveCalls(run)
