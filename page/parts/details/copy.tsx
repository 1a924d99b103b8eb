// A button that copies a text.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../icons.tsx'

/** Puts a text on the clipboard, which browsers have only on https and on localhost; elsewhere by the older command. */
const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (!isDone) throw new Error('the browser refuses')
}

/** Button that copies a text, and shows whether the copy succeeded. */
export const Copy = (props: { text: string; children: ComponentChildren; label: string }) => {
  const { text, children, label } = props
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  const copy = async () => {
    setOutcome(
      await copyText(text).then<'done', 'failed'>(
        () => 'done',
        () => 'failed',
      ),
    )
    setTimeout(() => setOutcome(undefined), 1_500)
  }
  return (
    <button type="button" class="copy small" title={text} onClick={() => void copy()}>
      <span class="sr">Copy {label} </span>
      {outcome === 'failed' ? <span class="down">Not copied: {text}</span> : children}
      <Icon name={outcome === 'done' ? 'check' : outcome === 'failed' ? 'close' : 'copy'} size={12} />
    </button>
  )
}
