// Notifications of the system, made by the page, or by a service worker where the system forbids pages to make them.
import { show } from '../navigation.tsx'
import { linkTo } from '../parts/link.ts'

/** The bundler fills in this URL of the service worker's script. */
declare const NOTIFICATION_WORKER: string

const TITLE = 'Launchpad'

/**
 * @returns the worker's registration, once it may show notifications; undefined if this browser or this address does not support service
 * workers
 */
const registered = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const { serviceWorker } = navigator
  const registration = await serviceWorker?.register(NOTIFICATION_WORKER)
  const starting = registration?.installing ?? registration?.waiting
  if (registration?.active === null && starting)
    await new Promise<void>((done) => {
      starting.addEventListener('statechange', () => starting.state === 'activated' && done())
    })
  return registration
}

const isPath = (data: unknown): data is string => typeof data === 'string' && data.startsWith('/')

let isListening = false

const byWorker = async (body: string, tag: string, path: string): Promise<boolean> => {
  const registration = await registered()
  if (registration === undefined) return false
  if (!isListening)
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (isPath(data)) show(data)
    })
  isListening = true
  await registration.showNotification(TITLE, { body, tag, data: { path, address: linkTo(path) } })
  return true
}

/**
 * @param tag a later notification with this tag replaces this one
 * @param path view that a click shows
 * @returns whether it could be shown
 */
export const notify = async (words: string, tag: string, path: string): Promise<boolean> => {
  try {
    if (Notification.permission !== 'granted') return false
    const notification = new Notification(TITLE, { body: words, tag })
    notification.onclick = () => {
      focus()
      show(path)
      notification.close()
    }
    return true
  } catch {
    return byWorker(words, tag, path).catch(() => false)
  }
}
