// A service worker that only shows notifications. In Chrome on Android, pages cannot show notifications. A click on a notification shows
// its view, in an open page or in a new one. No page is in the worker's scope, so the worker handles no requests.

interface Click {
  readonly notification: { readonly data: { readonly address: string; readonly path: string }; close(): void }
  waitUntil(work: Promise<unknown>): void
}

interface OpenPage {
  focus(): Promise<unknown>
  postMessage(path: string): void
}

// The compiler only knows the global object of pages, not that of service workers.
declare const addEventListener: (name: 'notificationclick', listener: (event: Click) => void) => void
declare const clients: {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>
  openWindow(address: string): Promise<unknown>
}

const showView = async ({ address, path }: Click['notification']['data']): Promise<void> => {
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open === undefined) await clients.openWindow(address)
  open?.postMessage(path)
  await open?.focus()
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showView(event.notification.data))
})

export {}
