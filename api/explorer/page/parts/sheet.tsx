// What comes over the page until it is closed: by its button, Escape, or a click beside it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icons.tsx'

export const Sheet = (props: {
  label: string
  class?: string
  onClose(): void
  children: ComponentChildren
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    // A click on the dialog itself, and not on what is in it, is one beside it.
    const onClick = ({ target }: MouseEvent) => {
      if (target === current) current?.close()
    }
    current?.addEventListener('click', onClick)
    return () => current?.removeEventListener('click', onClick)
  }, [])
  return (
    <dialog ref={dialog} class={props.class ?? 'sheet'} aria-label={props.label} onClose={props.onClose}>
      <div class="sheet-body">
        <header>
          <h2>{props.label}</h2>
          <button type="button" class="round" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="x" size={13} />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  )
}
