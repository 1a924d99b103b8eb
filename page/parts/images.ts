// Look-up of the images that the service has, for many tokens in one request. The page requests only these images: a missing
// image would be an error in the console, and an image from elsewhere a request to a host that the person did not choose.
import type { ReadonlySignal } from '@preact/signals'
import { fetching } from '../fetching.ts'
import { client, dataOf } from '../service.ts'
import { signalMap } from './signal-map.ts'

/** Time in ms in which ids are collected for a request. */
const COLLECT_TIME = 50
const MAX_IDS = 200
/** Pattern of the ids that the service accepts. */
const CONTENT_ID = /^baf(?:kre|ybe)i[a-z2-7]{52}$/

let wanted: string[] = []

// Until the service has answered, tokens have their faces.
const load = async (): Promise<void> => {
  while (wanted.length > 0) {
    const body = wanted.slice(0, MAX_IDS)
    for (const cid of dataOf(await client.POST('/ipfs/held', { body }))) signalOf(cid).value = true
    wanted = wanted.slice(body.length)
  }
}
const request = fetching('the images', { delay: COLLECT_TIME, load })

const signalOf = signalMap(false, (cid) => {
  if (!CONTENT_ID.test(cid)) return
  wanted.push(cid)
  request()
})

/** Whether the service has the image of this id. */
export const isStored = (cid: string): ReadonlySignal<boolean> => signalOf(cid)
