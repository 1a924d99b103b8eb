// Words about a token's locks: the share of its supply that is locked, and until when. Anybody may lock one unit until any time, so the end
// of the first or the last lock alone says nothing about the share.
import { dayOf, MAX_TIME } from '../parts/format.ts'
import { type Pool, shareOf } from '../pools.ts'

const endWords = (end: number): string => (end > MAX_TIME ? 'for ever' : `until ${dayOf(end / 1000)}`)

/**
 * @param now Unix milliseconds
 * @returns undefined if nothing is locked
 */
export const lockedWords = (all: Pool['metrics']['locks'], now: number): string | undefined => {
  const locks = all
    .map(({ lockUntil, totalLocked }) => ({ end: Number(lockUntil), tokens: Number(totalLocked) }))
    .filter(({ end }) => end > now)
    .sort((a, b) => b.end - a.end)
  const sum = (some: typeof locks): number => some.reduce((sum, { tokens }) => sum + tokens, 0)
  const total = sum(locks)
  const half = locks.find((_, at) => sum(locks.slice(0, at + 1)) >= total / 2)
  const [last, first] = [locks[0], locks.at(-1)]
  if (half === undefined || last === undefined || first === undefined) return undefined
  const share = `${shareOf(total)} of supply`
  const [halfWords, lastWords] = [endWords(half.end), endWords(last.end)]
  if (endWords(first.end) === lastWords) return `${share} ${lastWords}`
  return `${share}, at least half of it ${halfWords}${halfWords === lastWords ? '' : `, the last ${lastWords}`}`
}
