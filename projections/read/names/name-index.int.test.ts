// Marks and search of tokens with similar names, on folded launches.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { fingerprintOf } from '../../../schema/codecs/asset-text.ts'
import { policyOf } from '../../../schema/primitives.ts'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import { curvePool } from '../../interpret/testing/interpreted.ts'
import { chain, launch, launchThatSays } from '../../testing/folded-chain.ts'
import { poolSearch } from '../queries/pool-search.ts'
import { poolReadsOf } from '../queries/pools.ts'

const tokenOf = (name: string, at: number): string =>
  `${policyOf(curvePool(`token ${at}`).token)}.${Buffer.from(name).toString('hex')}`

/** Each launch has its own block. */
const open = (t: TestContext) => {
  const { reader, undo, ...on } = chain(t)
  const search = poolSearch(reader)
  const reads = poolReadsOf(reader)
  let launched = 0
  const fold = (name: string, bought = 0n, paid = 0n, ticker?: string): string => {
    launched += 1
    const pool = { ...curvePool(`token ${launched}`), token: tokenOf(name, launched) }
    on.fold(ticker === undefined ? launch(pool, bought, paid) : launchThatSays(pool, { ticker }, bought))
    return pool.token
  }
  const find = (pattern: string): string[] => {
    const page: { readonly items: readonly LiquidityPoolInfo[] } = JSON.parse(
      search({ name: 'poolSearch', pattern, offset: 0, limit: 100 }),
    )
    return page.items.map(({ info }) => info.asset)
  }
  const marksOf = (token: string) => {
    const { marks, olderAlike } = reads().pool(reads().idOfToken(token) ?? -1)?.info ?? assert.fail('unknown')
    return { marks, older: olderAlike?.asset ?? null }
  }
  return { fold, undo, find, marksOf }
}

test('a token with the name of an older one is marked, found with it, and after it', (t) => {
  const { fold, undo, find, marksOf } = open(t)
  const original = fold('SNEK')
  const other = fold('Snake')
  const cyrillic = fold('Snеk', 10_000_000n, 90_000_000n)
  const hidden = fold('Sn\u200bek')
  assert.deepEqual([original, other, cyrillic, hidden].map(marksOf), [
    { marks: [], older: null },
    { marks: [], older: null },
    { marks: ['mixedScripts'], older: original },
    { marks: ['invisibleCharacters'], older: original },
  ])
  // The copy has the larger market cap, but is listed after its original.
  for (const pattern of ['snek', 'SNEK', 'Sn\u200bek', 'snеk', 'n\u3164ek'])
    assert.deepEqual(find(pattern), [original, cyrillic, hidden], pattern)
  assert.deepEqual(find('snake'), [other])
  assert.deepEqual(find('\u200b\u3164'), [])

  // Another token gets the position of the first copy.
  undo(2)
  const alone = fold('Newt')
  const copy = fold('nеwt')
  assert.deepEqual([alone, copy].map(marksOf), [
    { marks: [], older: null },
    { marks: ['mixedScripts'], older: alone },
  ])
  assert.deepEqual(find('snek'), [original])
  assert.deepEqual(find('newt'), [alone, copy])
})

test('a name is found by what is typed for it, and a token by every form of its id', (t) => {
  const { fold, find } = open(t)
  for (const [name, ...typed] of [
    ['Nbsp\u00a0Koala', ' nbsp  koala ', 'NBSP KOALA'],
    ['Zero\u200bKoala', 'zerokoala'],
    ['\u202ezw\u00adölf', 'ZWO\u0308LF', 'zwölf'],
    ['ＷＩＤＥ①', 'wide1'],
    ['Straße', 'STRASSE', 'strasse'],
    ['İstanbul', 'istanbul', 'İSTANBUL'],
    ['ΣΑΣΑ', 'σας', 'ΣΑΣ'],
  ] as const) {
    const token = fold(name)
    const forms = [token.toUpperCase(), token.replace('.', ''), fingerprintOf(token), token.slice(2, -2)]
    for (const text of [name, ...typed, ...forms]) assert.deepEqual(find(text), [token], text)
  }
  // Example from CIP-14.
  const named = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373.504154415445'
  assert.equal(fingerprintOf(named), 'asset13n25uv0yaf5kus35fm2k86cqy60z58d9xmde92')
  assert.deepEqual(find(fingerprintOf(named)), [])
})

test('no name or ticker of a later token comes before the token that is searched for', (t) => {
  const { fold, find } = open(t)
  const otter = fold('Otter')
  const policy = policyOf(otter)
  const bad = fold('Bad')
  // Larger market caps, with the ids and names of others in their tickers.
  for (const ticker of [otter, policy, 'x otter bad', 'x\\otter\\x'])
    fold(`Trap ${ticker.length}`, 10_000_000n, 0n, ticker)
  for (const pattern of [otter, otter.replace('.', ''), fingerprintOf(otter), policy])
    assert.deepEqual(find(pattern), [otter], pattern)
  assert.deepEqual(find(policy.slice(2)), [otter])
  for (const pattern of ['otter', ' OTTER', '0tter']) assert.equal(find(pattern)[0], otter, pattern)
  assert.equal(find('bad')[0], bad)
  // The digits of an id are no name.
  const hex = policyOf(bad).slice(0, 3)
  const named = fold(`x${hex}x`)
  assert.equal(find(hex)[0], named)
})

test('whatever looks like a name finds it', (t) => {
  const { fold, find } = open(t)
  const rows = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(2)
  const textOf = (hex: string): string =>
    String.fromCodePoint(...hex.split(' ').map((code) => Number.parseInt(code, 16)))
  const pairs = rows.flatMap((row) => {
    const [prototype = '', characters = ''] = row.split('=')
    return characters.split(' ').map((character) => [textOf(prototype), textOf(character)] as const)
  })
  // UTS 39 decomposes a text first, so it does not find the table's composed characters.
  const found = pairs.filter((pair) => pair.every((text) => text.normalize('NFD') === text))
  assert.ok(found.length > 5_000)
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...found), { minLength: 1, maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      (chosen, sides) => {
        const text = (isOther: boolean): string =>
          `a${chosen.map(([one, other], at) => (sides[at] === isOther ? one : other)).join('')}z`
        const [one, other] = [text(false), text(true)]
        const tokens = [fold(one), fold(other)]
        for (const pattern of [one, other])
          for (const token of tokens) assert.ok(find(pattern).includes(token), JSON.stringify([one, other]))
      },
    ),
    { numRuns: 40 },
  )
})
