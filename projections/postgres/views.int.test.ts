// Addresses as PostgreSQL shows them are those that the API shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHash } from '../../fixtures/devnet/chain/build-transaction.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { abandon, connect, rowsOf } from './session.ts'
import { serverForTests } from './testing/server-for-tests.ts'
import { createViewsSql } from './views.ts'

const postgres = serverForTests()

const BYRON = '82d818582183581cba970ad36654d8dd8f74274b733452ddeab9a62a397746be3c42ccdda0001a9026da5b'

test('raw addresses of every type and network are shown as the API shows them', {
  skip: postgres.skip,
}, async (t) => {
  const session = await connect(postgres.server.url, true)
  t.after(() => abandon(session))
  for (const sql of createViewsSql('public', [])) await session.query(sql)
  const addresses = [BYRON, `8${fakeHash('', 60)}0`]
  const lengths = [28, 29, 32, 56]
  for (let header = 0; header < 256; header++)
    addresses.push(header.toString(16).padStart(2, '0') + fakeHash(`${header}`, lengths[header % 4]))
  const shown = await rowsOf(
    session,
    `SELECT public.address_text(address) FROM unnest($1::bytea[]) WITH ORDINALITY AS a (address, at) ORDER BY at`,
    [addresses.map((address) => `\\x${address}`)],
  )
  assert.deepEqual(
    shown.map(([text]) => text),
    addresses.map((address) => formatAddress(address)),
  )
})
