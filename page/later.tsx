// Makes a component whose script is loaded when the component is first shown, or earlier while the browser is idle. If the script cannot be
// loaded, the page reloads itself, since browsers remember a failed module while the page is open. The causes are a lost network, or an
// upgrade that changed the names of the files.
import type { ComponentChildren, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fetching } from './fetching.ts'
import { mayReload } from './may-reload.ts'
import { Waiting } from './parts/waiting.tsx'

const PART = 'this part of the page'
/** Time in ms after a failure until the service is asked for the page. */
const FIRST_TRY_MS = 300

const reloadSoon = fetching(PART, {
  delay: FIRST_TRY_MS,
  load: async () => {
    const { ok } = await fetch(location.pathname, { cache: 'no-store' })
    if (!ok || !mayReload()) throw new Error('A file of this part is missing')
  },
  apply: () => location.reload(),
})

/** A failure reloads the page and is never reported to the caller. */
export const loadPart = async <T,>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch {
    reloadSoon()
    return new Promise(() => {})
  }
}

interface Options {
  /** Shown until the script is loaded. */
  readonly skeleton?: () => ComponentChildren
  /** The script is loaded as soon as the browser is idle. */
  readonly ahead?: boolean
}

export const PartWaiting = ({ children }: { children?: ComponentChildren }) => (
  <Waiting part={PART}>{children}</Waiting>
)

export const later = <Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { skeleton, ahead = false }: Options = {},
): FunctionComponent<Props> => {
  let loaded: FunctionComponent<Props> | undefined
  if (ahead)
    addEventListener('load', () => {
      const idle = globalThis.requestIdleCallback ?? setTimeout
      idle(() => void load().catch(() => {}))
    })
  return (props) => {
    const [, draw] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded !== undefined) return
      void loadPart(load).then((view) => {
        loaded = view
        draw(true)
      })
    }, [])
    const View = loaded
    return View === undefined ? <PartWaiting>{skeleton?.()}</PartWaiting> : <View {...props} />
  }
}
