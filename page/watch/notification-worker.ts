// The service worker, which only shows notifications: Chrome on Android lets no page do it. A click shows the view that a notification is
// about, in an open page or in a new one. No page is in its scope, so it serves no request.

interface Click {
  readonly notification: { readonly data: { readonly address: string; readonly path: string }; close(): void }
  waitUntil(work: Promise<unknown>): void
}

interface OpenPage {
  focus(): Promise<unknown>
  postMessage(path: string): void
}

// The part of a service worker's global object that it uses; the compiler knows only that of pages.
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
