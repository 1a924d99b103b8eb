// Whether the service has another version of this page. A deploy ends all connections, so the page asks after each new connection.
import { effect, signal } from '@preact/signals'
import { render } from 'preact'
import { lost } from './chain.ts'
import { fetching } from './fetching.ts'
import { Button } from './parts/controls.tsx'
import { BASE } from './service.ts'

const hasNewVersion = signal(false)

/** The name of the page's first script changes with the version of the page. */
const SCRIPT = /src="([^"]+)" data-main/

const check = fetching('the version of the page', {
  delay: 1_000,
  load: async () => SCRIPT.exec(await (await fetch(`${BASE}/`, { cache: 'no-cache' })).text())?.[1],
  apply: (script) => {
    const own = document.querySelector('script[data-main]')?.getAttribute('src')
    hasNewVersion.value = script !== undefined && own !== null && script !== own
  },
})

const Notice = () =>
  hasNewVersion.value ? (
    <p class="notice">
      A new version of this page is here. <Button onClick={() => location.reload()}>Load it</Button>
    </p>
  ) : null

export const watchVersion = (): void => {
  const root = document.createElement('div')
  root.ariaLive = 'polite'
  document.body.append(root)
  render(<Notice />, root)
  let wasLost = false
  effect(() => {
    if (wasLost && lost.value === null) check()
    wasLost = lost.value !== null
  })
}
