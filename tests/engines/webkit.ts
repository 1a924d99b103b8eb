// WebKit in WebKitGTK's small browser, driven by W3C's WebDriver over HTTP. It needs a screen, so it gets its own virtual one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { freePort } from '../kit/free-port.ts'
import { until } from '../kit/until.ts'
import { type EnginePage, enginePage, NOTE_PROBLEMS, programIn } from './engine.ts'

const LIBRARIES = '/usr/lib'

const folders = () =>
  readdirSync(LIBRARIES)
    .filter((name) => name.includes('-linux-gnu'))
    .flatMap((name) => ['4.1', '4.0'].map((version) => `${LIBRARIES}/${name}/webkit2gtk-${version}`))

const screen = programIn('Xvfb')
const driver = programIn('WebKitWebDriver')
const browser = process.platform === 'linux' ? programIn('MiniBrowser', folders()) : undefined

export const lacksWebkit = [screen, driver, browser].includes(undefined)
  ? 'there is no WebKit (Debian: webkit2gtk-driver, libwebkit2gtk-4.1-0, xvfb)'
  : undefined

const start = (
  t: Pick<TestContext, 'after'>,
  [program = '', ...args]: readonly (string | undefined)[],
  env: Readonly<Record<string, string>>,
) => {
  const child = spawn(program, args.map(String), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  t.after(() => {
    child.kill()
    return ended
  })
  return child
}

export const openWebkit = async (t: Pick<TestContext, 'after'>, url: string): Promise<EnginePage> => {
  const { stdio } = start(
    t,
    [screen, '-displayfd', '3', '-screen', '0', '2000x2000x24', '-nolisten', 'tcp'],
    {},
  )
  const [number] = await once(stdio[3] ?? process.stdin, 'data')
  const port = await freePort()
  start(t, [driver, `--port=${port}`], { DISPLAY: `:${String(number).trim()}` })
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const { value }: { value: Value & { message?: string } } = JSON.parse(await answer.text())
    if (!answer.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }
  await until('the driver', () => send<object>('GET', '/status'))
  const args = ['--automation', '--javascript-can-open-windows-automatically=true']
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args } } },
  })
  const session = `/session/${sessionId}`
  const run = (script: string): Promise<string> =>
    send('POST', `${session}/execute/async`, { script: `${script}.then(arguments[0])`, args: [] })
  // A window that another window opened keeps its object's members when its first document arrives.
  await send('POST', `${session}/url`, { url: `${new URL(url).origin}/healthz` })
  const opener = await send<string>('GET', `${session}/window`)
  await run(`(async () => { (${NOTE_PROBLEMS})(open(${JSON.stringify(url)})) })()`)
  const handles = await send<string[]>('GET', `${session}/window/handles`)
  await send('POST', `${session}/window`, { handle: handles.find((handle) => handle !== opener) })
  return enginePage({
    run,
    act: (actions) => send('POST', `${session}/actions`, { actions }),
    async choose(selector, path) {
      const found = await send<object>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      })
      await send('POST', `${session}/element/${Object.values(found)[0]}/value`, { text: path })
    },
    resize: (width, height) => send('POST', `${session}/window/rect`, { x: 0, y: 0, width, height }),
  })
}
