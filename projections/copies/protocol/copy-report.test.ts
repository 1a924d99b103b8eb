import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silent } from '../../../tests/kit/silent.ts'
import { CopyReport } from './copy-report.ts'

test('a change of the state, of the problem or of the block of the copy is announced once', () => {
  const announced: unknown[] = []
  const report: CopyReport = new CopyReport('the mirror', silent, () => {
    const { state, problem, copy } = report.current
    announced.push([state, problem, copy?.id ?? null])
  })
  const block = (id: string) => ({ slot: 1, id, height: 1 })
  for (let time = 0; time < 2; time++) {
    report.setState('following')
    report.setCopy(block('a'))
  }
  report.setCopy(block('b'))
  report.setState('waiting', 'PostgreSQL does not answer')
  report.setCopy(undefined)
  assert.deepEqual(announced, [
    ['following', null, null],
    ['following', null, 'a'],
    ['following', null, 'b'],
    ['waiting', 'PostgreSQL does not answer', 'b'],
    ['waiting', 'PostgreSQL does not answer', null],
  ])
})

test('a mirror that follows is said as a fact, one that waits as a warning, one that is stopped as an error', () => {
  const lines: unknown[] = []
  const logAs =
    (level: string) =>
    (...[context, words]: readonly unknown[]): void =>
      void lines.push([level, context, words])
  const logger = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') }
  const report = new CopyReport('the mirror', logger, () => {})
  report.setState('following')
  report.setState('waiting', 'no answer', 'no answer from db.example')
  report.setState('waiting', 'no answer', 'no answer from db.example')
  report.setState('stopped', 'other rules')
  report.setState('following')
  assert.deepEqual(lines, [
    ['info', { state: 'following' }, 'the mirror is following'],
    ['warn', { state: 'waiting', problem: 'no answer from db.example' }, 'the mirror is waiting'],
    ['error', { problem: 'other rules' }, 'the mirror is stopped'],
    ['info', { state: 'following' }, 'the mirror is following'],
  ])
})
