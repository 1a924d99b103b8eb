// Tokens with hostile names. Responses mark the names, a search finds the tokens, and no safe text is empty.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curvePool } from '../../projections/interpret/testing/interpreted.ts'
import { chain, launchThatSays } from '../../projections/testing/folded-chain.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { safePool } from '../../schema/responses/safe-text.ts'
import { requestsTo } from '../../tests/kit/requests.ts'
import { serveModels } from '../testing/start-components.ts'

/** Names, tickers, and the displayed form of both. */
const HOSTILE = [
  ['SNEK', 'SNEK', 'SNEK', 'SNEK'],
  ['Snеk', 'S1', 'Snеk', 'S1'],
  ['Sn\u200b\u2060ek', 'S2', 'Snek', 'S2'],
  ['\u202ekenS', 'S3', 'kenS', 'S3'],
  [`Z${'\u0301\u0316'.repeat(7)}`, 'Z', 'Z\u0301\u0316', 'Z'],
  ['W'.repeat(32), 'W'.repeat(60), 'W'.repeat(32), `${'W'.repeat(11)}…`],
  ['👨\u200d👩\u200d👧\u200d👦', '❤\ufe0f', '👨👩👧👦', '❤\ufe0f'],
  ['\u200b\u3164\u2800', '\u200d', undefined, undefined],
  ['می\u200cخواهم', 'شعر', 'میخواهم', 'شعر'],
  ['Snek', '5NEK', 'Snek', '5NEK'],
] as const

test('hostile names are marked, found and shown', async (t) => {
  const { fold, reader, directory } = chain(t)
  const tokens = HOSTILE.map(([name, ticker], at) => {
    const { token: sample, ...pool } = curvePool(`token ${at}`)
    const token = `${sample.slice(0, 56)}.${Buffer.from(name).toString('hex')}`
    fold(launchThatSays({ ...pool, token }, { ticker }))
    return token
  })
  const { url } = await serveModels(t, ['feed'], reader, { directory })
  const { get } = requestsTo(url)
  const [snek] = tokens
  const marks = await Promise.all(
    tokens.map(async (asset, at) => {
      const pool: LiquidityPoolInfo = await get('/v1/pools-feed/initial/state', { asset })
      const { info } = safePool(pool)
      const [, , name = asset.slice(0, 8), ticker = name] = HOSTILE[at] ?? []
      assert.deepEqual([info.name, info.ticker], [name, ticker])
      return [pool.info.marks.join(), pool.info.olderAlike?.asset]
    }),
  )
  assert.deepEqual(marks, [
    ['', undefined],
    ['mixedScripts', snek],
    ['invisibleCharacters', snek],
    ['invisibleCharacters', undefined],
    ['', undefined],
    ['', undefined],
    ['', undefined],
    ['invisibleCharacters', undefined],
    ['', undefined],
    ['', snek],
  ])
  const found: { readonly items: readonly LiquidityPoolInfo[] } = await get('/v1/pools-main-page/search', {
    pattern: 'snek',
    limit: 8,
  })
  // The copies have equal market caps.
  const [first, ...copies] = found.items.map(({ info }) => info.asset)
  assert.deepEqual([first, copies.sort()], [tokens[0], [tokens[1], tokens[2], tokens[9]].sort()])
})
