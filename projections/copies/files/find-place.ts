// Finds where a replica of one publication can continue with the differences of another publication. Publications of one chain have
// different versions, and group blocks differently, but they have the same digest after the same block.
import { type CopyPoint, isSamePoint, type WrittenDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { differenceName, type Manifest, readWritten } from './layout.ts'
import { continues, type PublishedLink } from './published-link.ts'

/** Number of differences that are read in a row, because some near the block may belong to forks. */
const MOST = 16

/** @returns the version after which the differences apply to a copy at the block; undefined if the publication lacks the block */
export const findPlace = async (
  link: PublishedLink,
  { state, first }: Manifest,
  at: CopyPoint & Pick<CopyState, 'height'>,
): Promise<number | undefined> => {
  if (isSamePoint(state, at)) return state.version
  const read = async (version: number): Promise<WrittenDifference> => {
    const name = differenceName({ load: state.load, version })
    return readWritten(name, await link.read(name))
  }
  const isLater = async (version: number): Promise<boolean> => (await read(version)).state.height >= at.height
  if (state.height < at.height) return undefined
  // Heights grow except around forks. The search starts at the end, because a replica is usually only a few blocks behind.
  let [low, high] = [state.version, state.version]
  for (let step = 1; low > first && (await isLater(low)); step *= 2) {
    high = low
    low = Math.max(first, low - step)
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await isLater(middle)) high = middle
    else low = middle
  }
  for (let version = low; version <= Math.min(state.version, low + MOST); version++) {
    const difference = await read(version)
    if (isSamePoint(difference.state, at)) return version
    if (continues(difference, at)) return version - 1
  }
  return undefined
}
