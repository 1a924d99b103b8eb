// Search by name, ticker or asset id. The key `/` moves the focus to the field, the arrow keys move through the results.

import { useEffect, useRef, useState } from 'preact/hooks'
import { dataOf } from '../../client/answer.ts'
import { fetching, problems } from './fetching.ts'
import { NameMarks } from './name-marks.tsx'
import { TokenFace } from './parts/faces.tsx'
import { Icon } from './parts/icons.tsx'
import { linkTo } from './parts/link.ts'
import { Ada } from './parts/parts.tsx'
import { Waiting } from './parts/waiting.tsx'
import { type Pool, putPool } from './pools.ts'
import { client } from './service.ts'

const MAX_RESULTS = 8
/** Time in ms after the last key until the search starts. */
const SEARCH_DELAY = 120

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

const nothing = (text: string): string =>
  /^(addr|stake)(_test)?1/.test(text.trim())
    ? 'This is an address and not a token. Search for a name, a ticker or an asset id.'
    : 'No token has that name, ticker or id.'

const PART = 'the search'

export const Search = () => {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Pool[]>()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  useEffect(() => {
    const pattern = text.trim()
    setFound(undefined)
    if (pattern === '') return
    const get = fetching(PART, {
      delay: SEARCH_DELAY,
      load: async (signal) => {
        const query = { pattern, limit: MAX_RESULTS }
        const answer = await client.GET('/v1/pools-main-page/search', { params: { query }, signal })
        return answer.response.status === 400 ? [] : dataOf(answer).items
      },
      apply: (pools, at) => setFound(pools.map((pool) => putPool(pool, at))),
    })
    get()
    return get.cancel
  }, [text])

  const close = () => {
    setOpen(false)
    setText('')
  }
  const onKey = (event: KeyboardEvent) => {
    // An input method uses the same keys to choose characters.
    if (event.isComposing) return
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = stops.findIndex((stop) => stop.matches(':focus'))
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      input.current?.blur()
      close()
    } else if (event.key === 'Enter' && at === 0) stops[1]?.click()
    else if (step !== undefined) {
      event.preventDefault()
      stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus()
    }
  }
  return (
    <search class="search" ref={box} onKeyDown={onKey}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="text"
        enterkeyhint="search"
        placeholder="Search"
        aria-label="Search tokens"
        autocomplete="off"
        maxLength={140}
        value={text}
        onFocus={() => setOpen(true)}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) setOpen(false)
        }}
      />
      <kbd class="only-wide">/</kbd>
      {isOpen && found === undefined && problems.value.has(PART) && (
        <div class="found">
          <Waiting part={PART} />
        </div>
      )}
      {isOpen && found !== undefined && (
        <ul class="found">
          {found.map((pool) => (
            <li key={pool.info.asset}>
              <a href={linkTo(`/token/${pool.info.asset}`)} onClick={close}>
                <TokenFace asset={pool.info.asset} size={28} />
                <span class="name">
                  <bdi class="ticker">{pool.info.name}</bdi> <bdi class="muted">{pool.info.ticker}</bdi>{' '}
                  <NameMarks of={pool} isLink={false} />
                </span>
                <Ada lovelace={pool.metrics.marketCap} />
              </a>
            </li>
          ))}
          {found.length === 0 && <li class="muted">{nothing(text)}</li>}
        </ul>
      )}
      <output class="sr">{found && (found.length === 0 ? nothing(text) : `Found: ${found.length}`)}</output>
    </search>
  )
}
