import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { RecycledMemory } from './recycled-memory.ts'

const KIB = 1024
const MIB = 1024 * KIB
const filled = (length: number, value: number): Buffer => Buffer.alloc(length, value)

test('a copy is what was copied, whatever its length, and no other copy writes to it', () => {
  const memory = new RecycledMemory()
  const lengths = [0, 1, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 300_000, 1024 * KIB, 1024 * KIB + 1]
  for (let round = 0; round < 3; round++) {
    const copies = lengths.map((length, at) => memory.copy(filled(length, 10 * round + at)))
    assert.deepEqual(
      copies,
      lengths.map((length, at) => filled(length, 10 * round + at)),
    )
    for (const copy of copies) memory.free(copy)
  }
})

test('the memory of a copy given back is that of the next one of about its length', () => {
  const memory = new RecycledMemory()
  const first = memory.copy(filled(300_000, 1))
  memory.free(first)
  assert.equal(memory.freeBytes, 512 * KIB)
  assert.notEqual(memory.copy(filled(200_000, 2)).buffer, first.buffer)
  assert.equal(memory.copy(filled(400_000, 3)).buffer, first.buffer)
  assert.equal(memory.freeBytes, 0)
  assert.notEqual(memory.copy(filled(400_000, 4)).buffer, first.buffer)
})

test('4 MiB are kept, and nothing that is not of the sizes kept', () => {
  const memory = new RecycledMemory()
  const copies = Array.from({ length: 12 }, () => memory.copy(filled(400_000, 5)))
  for (const copy of copies) memory.free(copy)
  assert.equal(memory.freeBytes, 4096 * KIB)
  const others = new RecycledMemory()
  for (const length of [1, 64 * KIB - 1, 8192 * KIB + 1]) others.free(others.copy(filled(length, 6)))
  assert.equal(others.freeBytes, 0)
})

test('memory is kept from one burst to the next, and freed after a rest', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const memory = new RecycledMemory(64 * MIB)
  const burst = (): void => {
    const lent = Array.from({ length: 12 }, () => memory.lend(MIB))
    for (const copy of lent) memory.free(copy)
  }
  burst()
  mock.timers.tick(4_999)
  burst()
  mock.timers.tick(4_999)
  assert.equal(memory.freeBytes, 12 * MIB)
  mock.timers.tick(1)
  assert.equal(memory.freeBytes, 0)
  burst()
  const lent = memory.lend(MIB)
  mock.timers.tick(5_000)
  assert.equal(memory.freeBytes, 11 * MIB, 'nothing is freed while memory is lent')
  memory.free(lent)
})

test('memory given back twice, or that is no copy, is not lent to two', () => {
  const memory = new RecycledMemory()
  const copy = memory.copy(filled(400_000, 7))
  memory.free(copy)
  memory.free(copy)
  memory.free(filled(512 * KIB, 8))
  assert.equal(memory.freeBytes, 512 * KIB)
})
