// Unsent texts that a person typed. They survive a change of view and a reload; the browser keeps them while the tab is open.
import type { Signal } from '@preact/signals'
import { memberOf } from './member.ts'
import { signalMap } from './signal-map.ts'
import { keptInTab, storeInTab } from './stored.ts'

/** @param key name of the form and of the field */
export const draft: (key: string) => Signal<string> = signalMap('', (key) => {
  const text = draft(key)
  const stored = `draft ${key}`
  text.value = keptInTab(stored) ?? ''
  text.subscribe((value) => storeInTab(stored, value === '' ? undefined : value))
})

const STORE = 'files'

/** Undefined if the browser forbids the database. */
const inStore = <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    const give = (): void => resolve(undefined)
    try {
      const opening = indexedDB.open('drafts', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
      opening.onerror = give
      opening.onsuccess = () => {
        const request = act(opening.result.transaction(STORE, mode).objectStore(STORE))
        request.onerror = give
        request.onsuccess = () => resolve(request.result)
      }
    } catch {
      give()
    }
  })

/** Undefined removes the file. A file that another tab keeps replaces this tab's file. */
export const keepFile = (key: string, file: File | undefined): void => {
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  storeInTab(`file ${key}`, file && id)
  if (file === undefined) void inStore('readwrite', (store) => store.delete(key))
  else void inStore('readwrite', (store) => store.put({ id, file }, key))
}

export const keptFile = async (key: string): Promise<File | undefined> => {
  const id = keptInTab(`file ${key}`)
  if (id === null) return undefined
  const found = await inStore<unknown>('readonly', (store) => store.get(key))
  const file = memberOf(found, 'file')
  return memberOf(found, 'id') === id && file instanceof File ? file : undefined
}
