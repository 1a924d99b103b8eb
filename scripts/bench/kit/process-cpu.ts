// Processor time of another process and those it has started, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs'

/** A second of processor time in /proc, whatever the clock's rate is. */
const TICKS = 100

/** Fields of /proc/<pid>/stat from the parent on, past a name that may hold anything. */
const fieldsOf = (pid: string): number[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
  } catch {
    // It has ended.
    return []
  }
}

const USER = 10
const ENDED_USER = 12

const sum = (fields: readonly number[], from: number, to: number): number =>
  fields.slice(from, to).reduce((all, one) => all + one, 0)

/** Seconds of a process, of its children that run and of those that have ended; NaN where there is no /proc. */
export const treeCpuSeconds = (pid: number): number => {
  try {
    const own = sum(fieldsOf(String(pid)), USER, ENDED_USER + 2)
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(fieldsOf)
      .filter(([parent]) => parent === pid)
    return (own + children.reduce((all, fields) => all + sum(fields, USER, ENDED_USER), 0)) / TICKS
  } catch {
    return Number.NaN
  }
}
