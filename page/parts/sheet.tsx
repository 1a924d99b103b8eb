// A dialog over the page. Its button, Escape, or a click outside closes it.
import './sheet.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icons.tsx'

export const Sheet = (props: { label: string; onClose(): void; children: ComponentChildren }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    const opener = document.activeElement
    current?.showModal()
    // A click outside targets the dialog element itself; a click inside targets a child.
    const onClick = ({ target }: MouseEvent) => {
      if (target === current) current?.close()
    }
    current?.addEventListener('click', onClick)
    return () => {
      current?.removeEventListener('click', onClick)
      current?.close()
      // A connected wallet's balance replaces the button that opened the dialog, and then gets the focus.
      const place = opener?.isConnected ? opener : document.querySelector('.connect')
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog ref={dialog} class="sheet" aria-label={props.label} onClose={props.onClose}>
      <div class="sheet-body column">
        <header class="row">
          <h2>{props.label}</h2>
          <button type="button" class="round" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" size={13} />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  )
}
