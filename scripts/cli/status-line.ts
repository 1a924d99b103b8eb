// One line about a running service: its tip, the distance to the node's tip, responses and connections. On a terminal the line is rewritten
// below the log.
import type { ServiceState } from '../../api/operations/service-state.ts'
import { formatTime } from './progress.ts'
import { hasColour, isTerminal, writeTerminal } from './terminal.ts'

export interface ServiceSnapshot {
  readonly state: Pick<ServiceState, 'state' | 'problem' | 'models' | 'node' | 'lag' | 'rate' | 'refolding'>
  /** Responses since the start, and open feed connections; undefined if no API is served. */
  readonly api: { readonly responses: number; readonly connections: number } | undefined
}

/** Minimum distance to the tip, in blocks, for an estimate of the remaining time. */
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

const INTERVAL_MS = 500

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
 * @param responsesBefore number of responses at the previous line, `seconds` ago
 * @param columns width of the terminal
 */
export const statusLine = (
  { state, api }: ServiceSnapshot,
  { responsesBefore, seconds }: { readonly responsesBefore: number; readonly seconds: number },
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
          `${count(Math.round((api.responses - responsesBefore) / seconds), 'request')}/s`,
          count(api.connections, 'subscriber'),
        ]),
    ...(state.problem === null ? [] : [state.problem]),
  ]
  // A full line would wrap.
  const line = [state.state, ...parts].join(' · ').slice(0, columns - 1)
  const colour = COLOURS[state.state] ?? YELLOW
  return isColoured
    ? `\u001b[${colour}m${line.slice(0, state.state.length)}\u001b[0m${line.slice(state.state.length)}`
    : line
}

/**
 * @param columns width of the line
 * @returns a function that returns the next line; undefined if the service's files cannot be read, which the log reports
 */
export const statusLines = (
  snapshot: () => ServiceSnapshot,
  columns: () => number,
  isColoured?: boolean,
): (() => string | undefined) => {
  let [responsesBefore, before] = [0, performance.now()]
  return () => {
    const now = performance.now()
    let seen: ServiceSnapshot
    try {
      seen = snapshot()
    } catch {
      return undefined
    }
    const since = { responsesBefore, seconds: (now - before) / 1000 }
    responsesBefore = seen.api?.responses ?? 0
    before = now
    return statusLine(seen, since, columns(), isColoured)
  }
}

/**
 * Writes only to a terminal.
 * @returns a function that stops the writing
 */
export const showStatus = (snapshot: () => ServiceSnapshot): (() => void) => {
  if (!isTerminal) return () => {}
  const next = statusLines(snapshot, () => process.stderr.columns || 80)
  const showing = setInterval(() => {
    const line = next()
    if (line !== undefined) writeTerminal(line)
  }, INTERVAL_MS)
  return () => {
    clearInterval(showing)
    writeTerminal('')
  }
}
