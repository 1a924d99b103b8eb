// Flips bits in image files, while no service runs and while a service serves them. A damaged image may be served only until the next
// comparison with its content id. Images are compared before their first response and after a day. A damaged image must be reported, and
// served again after it is restored.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentIdOf } from '../../../api/images/content-id.ts'
import { numberedPng } from '../../../api/images/testing/sample-images.ts'
import type { Random } from '../../../devnet/actors/random.ts'
import { imagesDir } from '../../../scripts/service/settings/data-directory.ts'
import { Finding } from '../../fuzz/finding.ts'
import { passTime } from '../jumping-clock.ts'
import { flipFile } from './flip-bit.ts'

const IMAGES = 4

const DAY_MS = 86_400_000

/** Date of the files. No jump of the clock makes them old enough for removal. */
const FUTURE = 4_000_000_000

/** One in this many episodes flips a bit of a small copy. Each copy needs a process. */
const COPIES = 4

interface StoredImage {
  readonly cid: string
  readonly path: string
  readonly bytes: Buffer
}

const served = async (url: string): Promise<Buffer | number> => {
  const response = await fetch(url)
  return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : response.status
}

const check = async (url: string, images: readonly StoredImage[], damaged: ReadonlySet<StoredImage>) => {
  for (const image of images) {
    const { cid, bytes } = image
    const answer = await served(`${url}/ipfs/${cid}`)
    const isRight = damaged.has(image) ? answer === 404 : Buffer.isBuffer(answer) && answer.equals(bytes)
    if (!isRight)
      throw new Finding(
        'an image is served whole, or is damaged and not served',
        `${damaged.has(image) ? 'damaged' : 'whole'} ${cid}: ${typeof answer === 'number' ? answer : answer.toString('hex')}`,
      )
  }
  const text = await (await fetch(`${url}/readyz`)).text()
  for (const { cid } of damaged)
    if (!text.includes(`the image ${cid} is damaged`)) throw new Finding('damaged images are named', text)
}

const checkCopy = async (url: string, { cid, path }: StoredImage, random: Random): Promise<void> => {
  const copyUrl = `${url}/ipfs/${cid}?side=64`
  const copy = await served(copyUrl)
  flipFile(`${path}.64`, random)
  const again = await served(copyUrl)
  if (!Buffer.isBuffer(copy) || !Buffer.isBuffer(again) || !copy.equals(again))
    throw new Finding('a damaged copy is made again', `of ${cid}`)
}

/**
 * Flips bits of some new images.
 * @returns a check of a service that has started with these images; it flips further bits and lets a day pass
 * @throws {Finding} from the check
 */
export const damageImages = async (
  dataDir: string,
  random: Random,
  meet: (fault: string) => void,
): Promise<(url: string) => Promise<void>> => {
  const directory = imagesDir(dataDir)
  mkdirSync(directory, { recursive: true })
  const store = ({ path, bytes }: StoredImage): void => {
    writeFileSync(path, bytes)
    utimesSync(path, FUTURE, FUTURE)
  }
  const images: StoredImage[] = []
  for (let n = 0; n < IMAGES; n += 1) {
    const bytes = numberedPng(random.integer(0, 1_000_000) * IMAGES + n)
    const cid = await contentIdOf(bytes)
    images.push({ cid, path: join(directory, cid), bytes })
  }
  images.forEach(store)
  const damaged = new Set<StoredImage>()
  const flip = (image: StoredImage, when: string): void => {
    meet(`flip of an image while the service ${when}`)
    flipFile(image.path, random)
    damaged.add(image)
  }
  for (const image of images.slice(2)) if (random.chance(0.5)) flip(image, 'is stopped')
  return async (url) => {
    await check(url, images, damaged)
    const [first, second] = images
    if (first === undefined || second === undefined) return
    if (random.integer(1, COPIES) === 1) await checkCopy(url, first, random)
    flip(second, 'runs')
    passTime(DAY_MS)
    await check(url, images, damaged)
    for (const image of damaged) {
      rmSync(`${image.path}.damaged`)
      store(image)
    }
    await check(url, images, new Set())
  }
}
