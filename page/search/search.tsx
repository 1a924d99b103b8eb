// Search by name, ticker or asset id. The key `/` moves the focus to the field, the arrow keys move through the results.
import { useEffect, useRef, useState } from 'preact/hooks'
import { later } from '../later.tsx'
import { Icon } from '../parts/icons.tsx'
import { moveFocus } from '../parts/move-focus.ts'

const Found = later(() => import('./found.tsx').then(({ Found }) => Found), {
  skeleton: () => '',
  ahead: true,
})

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

export const Search = () => {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  /** Screen readers only announce changes of an element that already exists. */
  const [said, say] = useState('')
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

  const close = () => {
    setOpen(false)
    setText('')
  }
  const onKey = (event: KeyboardEvent) => {
    // An input method uses the same keys while a person composes characters.
    if (event.isComposing) return
    if (event.key === 'Escape') {
      input.current?.blur()
      close()
    } else if (event.key === 'Enter' && event.target === input.current)
      box.current?.querySelector('a')?.click()
    else moveFocus(event, 'input, a', ['ArrowUp', 'ArrowDown'])
  }
  return (
    <search class="search row" ref={box} onKeyDown={onKey}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        class="grow"
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
      {isOpen && (
        <div class="found">
          <Found text={text} say={say} onChoose={close} />
        </div>
      )}
      <output class="sr">{said}</output>
    </search>
  )
}
