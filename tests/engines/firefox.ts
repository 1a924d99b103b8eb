// Firefox, driven by WebDriver BiDi, the protocol that Firefox itself offers. Playwright's own client needs a later version than Debian
// has.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import WebSocket from 'ws'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { type EnginePage, enginePage, NOTE_PROBLEMS, programIn } from './engine.ts'

const program = programIn('firefox-esr') ?? programIn('firefox')

export const lacksFirefox = program === undefined ? 'there is no Firefox (Debian: firefox-esr)' : undefined

interface Answer<Result> {
  readonly id: number
  readonly type: 'success' | 'error'
  readonly result: Result
  readonly message: string
}

const commandsOn = (socket: WebSocket) => {
  let sent = 0
  return <Result>(method: string, params: object): Promise<Result> => {
    const id = ++sent
    return new Promise((resolve, reject) => {
      const take = (data: WebSocket.RawData): void => {
        const answer: Answer<Result> = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.off('message', take)
        if (answer.type === 'success') resolve(answer.result)
        else reject(new Error(`${method}: ${answer.message}`))
      }
      socket.on('message', take)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
}

export const openFirefox = async (t: Pick<TestContext, 'after'>, url: string): Promise<EnginePage> => {
  const profile = temporaryDirectory(t)
  const child = spawn(
    program ?? '',
    ['--headless', '--remote-debugging-port=0', '--profile', profile, 'about:blank'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'close')
  t.after(() => {
    child.kill()
    return ended
  })
  const address = await new Promise<string>((resolve, reject) => {
    void ended.then(([code]) => reject(new Error(`Firefox ended with ${code}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /^WebDriver BiDi listening on (\S+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const send = commandsOn(socket)
  await send('session.new', { capabilities: {} })
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = tree.contexts[0]?.context
  await send('script.addPreloadScript', { functionDeclaration: `() => (${NOTE_PROBLEMS})(window)` })
  await send('browsingContext.navigate', { context, url, wait: 'none' })
  return enginePage({
    async run(expression) {
      const { result } = await send<{ result: { value: string } }>('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      })
      return result.value
    },
    act: (actions) => send('input.performActions', { context, actions }),
    async choose(selector, path) {
      const locator = { type: 'css', value: selector }
      const { nodes } = await send<{ nodes: object[] }>('browsingContext.locateNodes', { context, locator })
      await send('input.setFiles', { context, element: nodes[0], files: [path] })
    },
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
  })
}
