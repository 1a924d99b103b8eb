import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineWriter, lostLines } from './line-writer.ts'

const failure = (code: string): Error => Object.assign(new Error(code), { code })

for (const code of ['ENOSPC', 'EIO', 'EDQUOT', 'EAGAIN', 'EPIPE', 'EBADF'])
  test(`lines that fail with ${code} are counted, and said when lines can be written again`, () => {
    let text = ''
    let room = 3
    const write = lineWriter(
      2,
      (lost) => `${lost} lost\n`,
      (_, bytes) => {
        if (room === 0) throw failure(code)
        const taken = Buffer.from(bytes).subarray(0, room)
        room -= taken.length
        text += taken.toString()
        return taken.length
      },
    )
    const { count } = lostLines()
    for (const line of ['a\n', 'bcd\n', 'e\n']) write(line)
    assert.deepEqual([text, lostLines()], ['a\nb', { count: count + 2, isLosing: true }])
    room = 100
    write('f\n')
    assert.deepEqual([text, lostLines()], ['a\nb\n2 lost\nf\n', { count: count + 2, isLosing: false }])
  })

test('a pipe that is full for a moment loses nothing', () => {
  let failures = 5
  let text = ''
  const write = lineWriter(2, String, (_, bytes) => {
    if (failures-- > 0) throw failure('EAGAIN')
    text += Buffer.from(bytes).toString()
    return bytes.length
  })
  write('a\n')
  assert.equal(text, 'a\n')
})
