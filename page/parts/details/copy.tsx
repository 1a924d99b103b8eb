// A button that copies a text.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../icons.tsx'

/** Browsers have the clipboard only on https and localhost; elsewhere the older command is used. */
const copyText = async (text: string): Promise<boolean> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text).then(() => true)
  const field = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}

export const Copy = (props: { text: string; children: ComponentChildren; label: string }) => {
  const { text, children, label } = props
  const [isDone, setDone] = useState<boolean>()
  const copy = async () => {
    setDone(await copyText(text).catch(() => false))
    setTimeout(() => setDone(undefined), 1_500)
  }
  return (
    <button type="button" class="copy small" title={text} onClick={() => void copy()}>
      <span class="sr">Copy {label} </span>
      {isDone === false ? <span class="down">Not copied: {text}</span> : children}
      <Icon name={isDone === undefined ? 'copy' : isDone ? 'check' : 'close'} size={12} />
    </button>
  )
}
