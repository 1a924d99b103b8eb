// Three indexers check one copy once a second. Their nodes, models, processes and connections fail, and so does PostgreSQL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CopyWatch, type Fitness, fitnessOf, MOVES, REST_MS, STALL_MS } from './leadership.ts'

/** After the last fault, a capable indexer must write the copy within this time. */
const SETTLED_S = 2 * (STALL_MS / 1000) + 10

/** Idle time after which PostgreSQL ends an indexer's session. */
const IDLE_S = Math.ceil(REST_MS / 1000)

type Completeness = 'empty' | 'partial' | 'whole'

class Indexer {
  height = 0
  completeness: Completeness = 'whole'
  isAlive = true
  isStalled = false
  isFrozen = false
  idle = 0
  watch = new CopyWatch()
}

class Copies {
  readonly indexers = [new Indexer(), new Indexer(), new Indexer()]
  readonly #copy = {
    load: 'a',
    version: 0,
    height: 0,
    models: { pools: { version: '1', stopped: null as string | null } },
  }
  #holder: Indexer | undefined
  readonly #waiting: Indexer[] = []
  #seconds = 0
  #tip = 0
  taken = 0

  get holder(): Indexer | undefined {
    return this.#holder
  }

  get height(): number {
    return this.#copy.height
  }

  fitness({ completeness, height }: Indexer): Fitness {
    const isComplete = completeness === 'whole'
    if (completeness === 'empty') return fitnessOf({ kind: 'incomplete', isComplete })
    return fitnessOf({ kind: height < this.#copy.height ? 'behind' : 'shared', isComplete })
  }

  #give(to: Indexer | undefined): void {
    this.#holder = to
    if (to !== undefined) this.taken++
  }

  leave(indexer: Indexer): void {
    const at = this.#waiting.indexOf(indexer)
    if (at >= 0) this.#waiting.splice(at, 1)
    if (this.#holder === indexer) this.#give(this.#waiting.shift())
  }

  /** The indexer then connects anew. */
  cut(indexer: Indexer): void {
    this.leave(indexer)
    indexer.watch = new CopyWatch()
  }

  /** Each indexer checks the copy, in a changing order. */
  pass(): void {
    this.#seconds++
    this.#tip++
    for (let at = 0; at < this.indexers.length; at++) {
      const indexer = this.indexers[(at + this.#seconds) % this.indexers.length]
      if (indexer?.isAlive !== true) continue
      indexer.idle = indexer.isFrozen ? indexer.idle + 1 : 0
      if (indexer.idle === IDLE_S) this.cut(indexer)
      if (indexer.isFrozen) continue
      if (!indexer.isStalled && indexer.completeness !== 'empty') indexer.height = this.#tip
      this.#look(indexer)
    }
  }

  #look(indexer: Indexer): void {
    if (this.#waiting.includes(indexer)) return
    const leads = this.#holder === indexer
    const lead = leads
      ? this.#waiting.length > 0
        ? ('asked' as const)
        : ('leading' as const)
      : indexer.watch.observe(this.#copy, indexer.height, this.#seconds * 1000)
    const move = MOVES[this.fitness(indexer)][lead]
    if (move === 'return') this.leave(indexer)
    if (move === 'try' && this.#holder === undefined) this.#give(indexer)
    if (move === 'ask') {
      if (this.#holder === undefined) this.#give(indexer)
      else this.#waiting.push(indexer)
    }
    if (this.#holder === indexer && this.fitness(indexer) !== 'unfit') this.#write(indexer)
  }

  #write({ height, completeness }: Indexer): void {
    const stopped = completeness === 'partial' ? '1.a' : null
    if (height === this.#copy.height && stopped === this.#copy.models.pools.stopped) return
    Object.assign(this.#copy, { height, version: this.#copy.version + 1 })
    this.#copy.models.pools.stopped = stopped
  }
}

const fault = fc.record({
  of: fc.nat(2),
  what: fc.constantFrom(
    ...(['stall', 'go on', 'die', 'start', 'empty', 'partial', 'whole'] as const),
    ...(['freeze', 'thaw', 'lose the connection', 'restart PostgreSQL'] as const),
  ),
  after: fc.nat(40),
})

test('whatever happens to three indexers, one that can write the copy soon does, and the lead then rests', () => {
  fc.assert(
    fc.property(fc.array(fault, { maxLength: 30 }), (faults) => {
      const copies = new Copies()
      const pass = (seconds: number): void => {
        for (let second = 0; second < seconds; second++) {
          copies.pass()
          const { holder } = copies
          assert.ok(holder === undefined || holder.isAlive, 'a dead one does not lead')
        }
      }
      for (const { of, what, after } of faults) {
        const indexer = copies.indexers[of]
        assert.ok(indexer)
        if (what === 'stall' || what === 'go on') indexer.isStalled = what === 'stall'
        else if (what === 'freeze' || what === 'thaw') indexer.isFrozen = what === 'freeze'
        else if (what === 'lose the connection') copies.cut(indexer)
        else if (what === 'restart PostgreSQL') for (const each of copies.indexers) copies.cut(each)
        else if (what === 'die') {
          indexer.isAlive = false
          copies.leave(indexer)
        } else if (what === 'start') {
          Object.assign(indexer, { isAlive: true, isFrozen: false, watch: new CopyWatch() })
        } else {
          indexer.completeness = what
          if (what === 'empty') indexer.height = 0
        }
        pass(after)
      }
      pass(SETTLED_S)
      const alive = copies.indexers.filter(({ isAlive, isFrozen }) => isAlive && !isFrozen)
      const able = alive.filter((indexer) => copies.fitness(indexer) !== 'unfit')
      const whole = able.filter(({ completeness }) => completeness === 'whole')
      const { holder } = copies
      assert.equal(holder !== undefined, able.length > 0, 'one leads when one can')
      if (whole.length > 0) {
        assert.equal(holder?.completeness, 'whole')
        assert.equal(copies.height, Math.max(...whole.map(({ height }) => height)))
      }
      const { taken } = copies
      pass(SETTLED_S)
      assert.equal(copies.taken, taken, 'the lead does not move when nothing happens')
    }),
    { numRuns: 300 },
  )
})
