// The results of the search, loaded when the browser is idle.
import './found.css'
import { useEffect } from 'preact/hooks'
import { useFetched } from '../fetching.ts'
import { NameMarks } from '../name-marks.tsx'
import { PersonFace, TokenFace } from '../parts/faces.tsx'
import { shortAddress } from '../parts/format.ts'
import { isTrader, linkTo } from '../parts/link.ts'
import { askedNow } from '../parts/newest.ts'
import { Ada } from '../parts/parts.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { putPool } from '../pools.ts'
import { client, dataOf } from '../service.ts'

const MAX_RESULTS = 8
/** Time in ms after the last key until the search starts. */
const SEARCH_DELAY_MS = 120

/** Matches the beginning of an address, too. */
const ADDRESS = /^(addr|stake)(_test)?1/

const nothing = (text: string): string =>
  ADDRESS.test(text)
    ? 'This is no whole address of a wallet. Search for one, or for a name, a ticker or an asset id.'
    : 'No token has that name, ticker or id.'

const PART = 'the search'

/** @param props.say announces the result to screen readers */
export const Found = (props: { text: string; say(words: string): void; onChoose(): void }) => {
  const { text, say, onChoose } = props
  const pattern = text.trim()
  const load = async (signal: AbortSignal) => {
    const at = askedNow()
    const query = { pattern, limit: MAX_RESULTS }
    const received = await client.GET('/v1/pools-main-page/search', { params: { query }, signal })
    const pools = received.response.status === 400 ? [] : dataOf(received).items
    return { pattern, pools: pools.map((pool) => putPool(pool, at)) }
  }
  const last = useFetched(PART, { delay: SEARCH_DELAY_MS, load, when: () => pattern !== '' }, [pattern])
  const found = last?.pattern === pattern ? last.pools : undefined
  const words = found === undefined ? '' : found.length === 0 ? nothing(pattern) : `Found: ${found.length}`
  useEffect(() => say(words), [found])
  useEffect(() => () => say(''), [])
  if (isTrader(pattern))
    return (
      <ul>
        <li>
          <a class="row lit" href={linkTo(`/trader/${pattern.toLowerCase()}`)} onClick={onChoose}>
            <PersonFace address={pattern} size={28} />
            <span class="grow">Trader {shortAddress(pattern)}</span>
          </a>
        </li>
      </ul>
    )
  if (found === undefined) return <Waiting part={PART}>{''}</Waiting>
  return (
    <ul>
      {found.map((pool) => (
        <li key={pool.info.asset}>
          <a class="row lit" href={linkTo(`/token/${pool.info.asset}`)} onClick={onChoose}>
            <TokenFace asset={pool.info.asset} size={28} />
            <span class="grow cut">
              <bdi class="ticker">{pool.info.name}</bdi> <bdi class="muted">{pool.info.ticker}</bdi>{' '}
              <NameMarks of={pool} isLink={false} />
            </span>
            <Ada lovelace={pool.metrics.marketCap} />
          </a>
        </li>
      ))}
      {found.length === 0 && <li class="muted">{nothing(pattern)}</li>}
    </ul>
  )
}
