import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { launchInfo } from '../../projections/testing/launched-event.ts'
import { TOKEN_PROPERTIES, TokenMetadataSchema } from '../../schema/responses/token-metadata.ts'
import { tokenMetadata } from './token-metadata.ts'

const ASSET = `${'ab'.repeat(28)}.436174`
const SUBJECT = `${'ab'.repeat(28)}436174`
const ALL = new Set(TOKEN_PROPERTIES)
const PAGE = `https://launchpad.example/token/${ASSET}`

const valued = (value: unknown) => ({ value, sequenceNumber: 0, signatures: [] })

const CAT = { name: 'Cat', ticker: 'CAT', info: launchInfo({ description: 'A cat.' }) }

test('all properties are those of the launch', () => {
  const socials = { twitter: null, discord: null, telegram: null, website: 'https://cat.example' }
  const details = { ...CAT, info: { ...CAT.info, socials } }
  assert.deepEqual(tokenMetadata(ASSET, details, ALL, PAGE, Uint8Array.of(1, 2)), {
    subject: SUBJECT,
    name: valued('Cat'),
    description: valued('A cat.'),
    ticker: valued('CAT'),
    decimals: valued(0),
    url: valued('https://cat.example'),
    logo: valued('AQI='),
  })
})

test('only the wanted properties are given, and a launch that was not seen has what its asset id says', () => {
  assert.deepEqual(tokenMetadata(ASSET, CAT, new Set(['ticker', 'logo']), PAGE, undefined), {
    subject: SUBJECT,
    ticker: valued('CAT'),
  })
  assert.deepEqual(tokenMetadata(ASSET, { ...CAT, info: null }, ALL, undefined, undefined), {
    subject: SUBJECT,
    name: valued('Cat'),
    description: valued('Cat'),
    ticker: valued('CAT'),
    decimals: valued(0),
  })
})

test('values beyond the limits of CIP-26 are cut or left out', () => {
  const long = `${'x'.repeat(49)}😺`
  const website = `https://cat.example/${'x'.repeat(250)}`
  const info = launchInfo({
    description: `\u200b${'y'.repeat(600)}`,
    socials: { twitter: null, discord: null, telegram: null, website },
  })
  const metadata = tokenMetadata(ASSET, { name: long, ticker: 'TOOLONGTICKER', info }, ALL, PAGE, undefined)
  assert.deepEqual(metadata, {
    subject: SUBJECT,
    name: valued('x'.repeat(49)),
    description: valued('y'.repeat(500)),
    decimals: valued(0),
    url: valued(PAGE),
  })
  assert.ok(Value.Check(TokenMetadataSchema, metadata))
  for (const wrong of ['http://cat.example', 'javascript:alert(1)', 'https://']) {
    const socials = { ...info.socials, website: wrong }
    const { url } = tokenMetadata(ASSET, { ...CAT, info: { ...info, socials } }, ALL, undefined, undefined)
    assert.equal(url, undefined, wrong)
  }
  assert.equal(tokenMetadata(ASSET, { ...CAT, ticker: 'C' }, ALL, PAGE, undefined).ticker, undefined)
})
