// Browsers that Playwright does not drive: Firefox and WebKit from Debian packages. Both accept the actions of W3C's WebDriver, so tests
// use one interface for both. The interface runs scripts in the page, and clicks and types like a person.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { until } from '../kit/until.ts'

export interface Connection {
  /** @param script returns a promise of a string */
  run(script: string): Promise<string>
  act(sources: readonly object[]): Promise<unknown>
  choose(selector: string, path: string): Promise<unknown>
  resize(width: number, height: number): Promise<unknown>
}

export interface EnginePage extends Pick<Connection, 'choose' | 'resize'> {
  evaluate<Value>(expression: string): Promise<Value>
  /** @param words words in its label or text */
  isShown(selector: string, words?: string): Promise<boolean>
  shown(selector: string, words?: string): Promise<void>
  /** False if the element is disabled or covered, or not there. */
  tryPress(selector: string, words?: string): Promise<boolean>
  press(selector: string, words?: string): Promise<void>
  fill(selector: string, label: string, text: string): Promise<void>
  problems(): Promise<string[]>
}

/** Must be called before the window's own scripts run. */
export const NOTE_PROBLEMS = `(page) => {
  const problems = page.problems = []
  page.addEventListener('error', ({ message, target }) => problems.push(message ?? 'not loaded: ' + (target.src ?? target.href)), true)
  page.addEventListener('unhandledrejection', ({ reason }) => problems.push('rejected: ' + reason))
  page.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    problems.push('policy refused ' + violatedDirective + ' ' + blockedURI))
  const { error } = page.console
  page.console.error = (...words) => { problems.push(words.join(' ')); error(...words) }
}`

/** The first visible element whose label or text contains the words. */
const elementOf = (selector: string, words: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility() &&
    [each.ariaLabel, each.labels?.[0]?.innerText, each.innerText].join(' ').includes(${JSON.stringify(words)}))`

/** The point for a click; undefined if the element is disabled or covered. */
const placeOf = (element: string): string => `(() => {
  const element = ${element}
  if (element === undefined || element.matches(':disabled, [aria-disabled=true]')) return
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  const hit = document.elementFromPoint(place.x, place.y)
  if (element.contains(hit) || hit?.closest('label')?.contains(element)) return place
})()`

const CONTROL = '\uE009'
const keys = (...actions: readonly object[]): object => ({ type: 'key', id: 'keyboard', actions })
const stroke = (value: string): object[] => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

export const enginePage = ({ run, act, choose, resize }: Connection): EnginePage => {
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const answer = await run(`(async () => {
      try { return JSON.stringify({ value: await (${expression}) }) }
      catch (error) { return JSON.stringify({ error: String(error) }) }
    })()`)
    const { value, error } = JSON.parse(answer)
    if (error !== undefined) throw new Error(error)
    return value
  }
  const isShown = (selector: string, words = ''): Promise<boolean> =>
    evaluate<boolean>(`${elementOf(selector, words)} !== undefined`)
  const tryPress = async (selector: string, words = ''): Promise<boolean> => {
    const place = await evaluate<object | undefined>(placeOf(elementOf(selector, words)))
    if (place === undefined) return false
    await act([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', ...place, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
    return true
  }
  const press = async (selector: string, words = ''): Promise<void> => {
    await until(`${selector} ${words} to press`, () => tryPress(selector, words))
  }
  return {
    choose,
    resize,
    evaluate,
    isShown,
    async shown(selector, words = '') {
      await until(`${selector} ${words}`, () => isShown(selector, words))
    },
    tryPress,
    press,
    async fill(selector, label, text) {
      await press(selector, label)
      await act([
        keys(
          { type: 'keyDown', value: CONTROL },
          ...stroke('a'),
          { type: 'keyUp', value: CONTROL },
          ...[...text].flatMap(stroke),
        ),
      ])
    },
    problems: () =>
      evaluate(`[...problems, ...performance.getEntriesByType('resource')
        .filter(({ responseStatus }) => responseStatus >= 400).map(({ name, responseStatus }) => responseStatus + ' ' + name)]`),
  }
}

export const programIn = (name: string, folders = (process.env.PATH ?? '').split(delimiter)) =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
