// Pictures of tokens and people. A token without an image has a drawn face; a person has a disc whose colours are computed from the
// address.
import { useComputed, useSignal } from '@preact/signals'
import { creatureOf, hue } from '../../schema/codecs/creature.ts'
import { fetching } from '../fetching.ts'
import { poolOf } from '../pools.ts'
import { BASE, client, dataOf } from '../service.ts'
import { setting } from './controls.tsx'
import { signalMap } from './signal-map.ts'

// One request asks which images the service has, for many tokens. The page requests no other images: a missing image would be an error in
// the console, and an image from elsewhere would contact a host that the person did not choose.

/** Time in ms in which ids are collected for a request. */
const COLLECT_TIME_MS = 50
const MAX_IDS = 200
/** The service accepts these ids. */
const CONTENT_ID = /^baf(?:kre|ybe)i[a-z2-7]{52}$/

let wanted: string[] = []

// Until the service has responded, tokens have drawn faces.
const load = async (): Promise<void> => {
  while (wanted.length > 0) {
    const body = wanted.slice(0, MAX_IDS)
    for (const cid of dataOf(await client.POST('/ipfs/held', { body }))) isStored(cid).value = true
    wanted = wanted.slice(body.length)
  }
}
const request = fetching('the images', { delay: COLLECT_TIME_MS, load })

const isStored = signalMap(false, (cid) => {
  if (!CONTENT_ID.test(cid)) return
  wanted.push(cid)
  request()
})

/** FNV-1a hashes with different seeds. Addresses begin with the same characters, so their plain bytes would look alike. */
const hashed = (text: string, length: number): number[] =>
  Array.from({ length }, (_, round) => {
    let hash = 2166136261 ^ (round * 0x9e3779b1)
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
    return (hash >>> 13) & 255
  })

/** The drawn face replaces an image that the service lacks or the browser cannot draw. */
export const TokenFace = ({ asset, size }: { asset: string; size: number }) => {
  const cid = useComputed(() => poolOf(asset).value?.info.logoCID ?? '').value
  const broken = useSignal<string | undefined>(undefined)
  return isStored(cid).value && broken.value !== cid ? (
    <img
      class="face"
      src={`${BASE}/ipfs/${cid}?side=${size > 32 ? 256 : 64}`}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      onError={setting(broken, cid)}
    />
  ) : (
    <Creature asset={asset} size={size} />
  )
}

const Creature = ({ asset, size }: { asset: string; size: number }) => {
  const { path, first, other } = creatureOf(asset)
  const background = `linear-gradient(135deg, oklch(0.42 0.13 ${first}), oklch(0.28 0.1 ${other}))`
  return (
    <svg
      class="face"
      width={size}
      height={size}
      viewBox="-2.7 -2.7 13.4 13.4"
      style={{ background }}
      aria-hidden="true"
    >
      <path d={path} fill={`oklch(0.88 0.15 ${other})`} shape-rendering="crispEdges" />
    </svg>
  )
}

export const PersonFace = ({ address, size = 18 }: { address: string; size?: number }) => {
  const bytes = hashed(address, 6)
  const [, , b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes
  const first = hue(bytes)
  return (
    <svg
      class="person"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      style={{ background: `oklch(0.6 0.11 ${first})` }}
      aria-hidden="true"
    >
      <path
        d={`M0 ${8 + (b2 % 6)}Q10 ${b3 % 20} 20 ${6 + (b4 % 9)}V20H0z`}
        fill={`oklch(0.4 0.1 ${(first + 60 + (b5 % 120)) % 360})`}
      />
    </svg>
  )
}
