// Search by name, ticker or asset id. The key `/` moves the focus to the field, the arrow keys move through the results.
import { useEffect, useRef, useState } from 'preact/hooks'
import { dataOf } from '../../client/answer.ts'
import { TokenFace } from './parts/faces.tsx'
import { Icon } from './parts/icons.tsx'
import { Ada } from './parts/parts.tsx'
import { type Pool, putPool } from './pools.ts'
import { client } from './service.ts'

/** Most results. */
const MAX_RESULTS = 8
/** Milliseconds after the last key until the search starts. */
const SEARCH_DELAY = 120

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

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
    let isOver = false
    const timer = setTimeout(async () => {
      const query = { pattern, limit: MAX_RESULTS }
      const answer = await client.GET('/v1/pools-main-page/search', { params: { query } }).catch(() => {})
      if (isOver || answer === undefined) return
      setFound(answer.error === undefined ? dataOf(answer).items.map(putPool) : [])
    }, SEARCH_DELAY)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])

  const close = () => {
    setOpen(false)
    setText('')
  }
  const onKey = (event: KeyboardEvent) => {
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
        maxLength={80}
        value={text}
        onFocus={() => setOpen(true)}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) setOpen(false)
        }}
      />
      <kbd class="only-wide">/</kbd>
      {isOpen && found !== undefined && (
        <ul class="found">
          {found.map((pool) => (
            <li key={pool.info.asset}>
              <a href={`#/token/${pool.info.asset}`} onClick={close}>
                <TokenFace asset={pool.info.asset} size={28} />
                <span class="found-name">
                  <bdi class="ticker">{pool.info.name}</bdi> <bdi class="muted">{pool.info.ticker}</bdi>
                </span>
                <Ada lovelace={pool.metrics.marketCap} />
              </a>
            </li>
          ))}
          {found.length === 0 && <li class="muted">No token has that name, ticker or id.</li>}
        </ul>
      )}
    </search>
  )
}
