// What a running service says of itself in one line: where it stands, how far it is behind, and who asks. On a terminal it
// is written again and again, below the log.
import type { ServiceState } from '../../api/operations/service-state.ts'
import { formatTime } from './progress.ts'
import { hasColour, isTerminal, writeTerminal } from './terminal.ts'

export interface ServiceSnapshot {
  readonly state: Pick<ServiceState, 'state' | 'problem' | 'models' | 'node' | 'lag' | 'rate' | 'refolding'>
  /** Answers since the start, and connections of the feed now; undefined where no API is served. */
  readonly api: { readonly answers: number; readonly connections: number } | undefined
}

/** Blocks behind from which on a time is said that it takes to come to the tip. */
const BEHIND = 10

const count = (amount: number, what: string): string =>
  `${amount.toLocaleString('en')} ${what}${amount === 1 ? '' : 's'}`

const place = ({ models, node, lag, rate }: ServiceSnapshot['state']): string[] => {
  if (models === null) return []
  const height = `block ${models.height.toLocaleString('en')}`
  const behind = lag.blocks ?? 0
  if (node === null || behind <= BEHIND)
    return [height, ...(lag.seconds === null ? [] : [`${formatTime(lag.seconds)} old`])]
  return [
    `${height} of ${node.height.toLocaleString('en')}`,
    `${Math.round(rate).toLocaleString('en')} blocks/s`,
    `${formatTime(behind / rate)} left`,
  ]
}

/** Milliseconds between two lines. */
const INTERVAL = 500

const GREEN = 32
const YELLOW = 33
const RED = 31
const COLOURS: Readonly<Record<string, number>> = {
  following: GREEN,
  stopped: RED,
  silent: RED,
  waiting: RED,
}

/**
 * The line, cut to what fits.
 * @param answersBefore answers at the line before, `seconds` ago
 * @param columns width of the terminal
 */
export const statusLine = (
  { state, api }: ServiceSnapshot,
  { answersBefore, seconds }: { readonly answersBefore: number; readonly seconds: number },
  columns: number,
  isColoured = hasColour,
): string => {
  const parts = [
    ...place(state),
    ...(state.refolding.length === 0
      ? []
      : [`folding again: ${state.refolding === 'all' ? 'all' : state.refolding.join(', ')}`]),
    ...(api === undefined
      ? []
      : [
          `${count(Math.round((api.answers - answersBefore) / seconds), 'request')}/s`,
          count(api.connections, 'subscriber'),
        ]),
    ...(state.problem === null ? [] : [state.problem]),
  ]
  // A terminal that is as wide as its line begins another one.
  const line = [state.state, ...parts].join(' · ').slice(0, columns - 1)
  const colour = COLOURS[state.state] ?? YELLOW
  return isColoured
    ? `\u001b[${colour}m${line.slice(0, state.state.length)}\u001b[0m${line.slice(state.state.length)}`
    : line
}

/** Writes the line on a terminal until what it returns is called; nothing elsewhere. */
export const showStatus = (snapshot: () => ServiceSnapshot): (() => void) => {
  if (!isTerminal) return () => {}
  let [answersBefore, before] = [0, performance.now()]
  const show = (): void => {
    const now = performance.now()
    let seen: ServiceSnapshot
    try {
      seen = snapshot()
    } catch {
      // Files that cannot be read are reported in the log.
      return
    }
    const since = { answersBefore, seconds: (now - before) / 1000 }
    writeTerminal(statusLine(seen, since, process.stderr.columns || 80))
    answersBefore = seen.api?.answers ?? 0
    before = now
  }
  const showing = setInterval(show, INTERVAL)
  return () => {
    clearInterval(showing)
    writeTerminal('')
  }
}
