import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { checkOpenFiles } from './open-files.ts'

const checked = (soft: string) => {
  let warning = ''
  const logger = pino({ level: 'warn' }, { write: (line) => (warning += line) })
  const sockets = checkOpenFiles(
    logger,
    () => `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${soft}  1048576  files\n`,
  )
  return { warning, sockets }
}

const warning = (soft: string): string => checked(soft).warning

test('a low limit of open files is said at the start, and one that is too low ends it', () => {
  assert.match(warning('1024'), /"limit":1024.*the limit of open files is low.*raise the limit to 65536/)
  assert.equal(warning('65536') + warning('unlimited'), '')
  assert.throws(() => warning('40'), /at most 40 files may be open at once.*ulimit -n/)
})

test('WebSockets get half of the files that the service does not need itself', () => {
  const sockets = ['256', '65536', 'unlimited'].map((soft) => checked(soft).sockets)
  assert.deepEqual(sockets, [64, 32_704, Number.POSITIVE_INFINITY])
})
