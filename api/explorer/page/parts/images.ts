// Which images of tokens the service keeps, asked for many at once: a picture that is asked for in vain would be an error on
// the page, and a picture from elsewhere a request to a host that nobody chose.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { client } from '../service.ts'

/** Milliseconds in which ids are gathered. */
const GATHERED = 50
/** Most images in one request. */
const MOST = 200
/** Pattern of the ids that the service accepts. */
const CONTENT_ID = /^baf(?:kre|ybe)i[a-z2-7]{52}$/

const held = new Map<string, Signal<boolean>>()
let asked: string[] = []

const ask = async (): Promise<void> => {
  const body = asked.slice(0, MOST)
  asked = asked.slice(MOST)
  if (asked.length > 0) setTimeout(() => void ask(), GATHERED)
  // Without an answer tokens keep their faces.
  const { data = [] } = await client.POST('/ipfs/held', { body }).catch(() => ({ data: [] }))
  for (const cid of data) {
    const known = held.get(cid)
    if (known !== undefined) known.value = true
  }
}

/** Whether the image of this id can be shown. */
export const isHeld = (cid: string): ReadonlySignal<boolean> => {
  const known = held.get(cid)
  if (known !== undefined) return known
  const made = signal(false)
  held.set(cid, made)
  if (CONTENT_ID.test(cid)) {
    if (asked.length === 0) setTimeout(() => void ask(), GATHERED)
    asked.push(cid)
  }
  return made
}
