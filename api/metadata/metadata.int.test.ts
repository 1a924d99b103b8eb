// A wallet asks for the metadata of all its tokens at once. Most are no tokens of the launchpad.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { testModels } from '../../projections/testing/test-models.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { requestsTo } from '../../tests/kit/requests.ts'
import { serveModels } from '../testing/start-components.ts'

test('a query has up to 4,000 subjects, and each listed token among them is in the response', async (t) => {
  const models = testModels(t)
  const reader = models.openReader()
  const { url } = await serveModels(t, ['metadata'], reader, { directory: models.directory })
  for (const block of new GrowingChain(randomFrom(seedOf(t))).grow(50)) models.apply(block)
  const numbered = Array.from({ length: 201 }, (_, at) => `${at}`.padStart(56, 'a'))
  const columns = models.database.prepare("SELECT name FROM pragma_table_info('pools_1')").pluck().all()
  const copied = columns.map((name) =>
    name === 'id'
      ? '-:at - 1'
      : ['nft', 'token'].includes(`${name}`)
        ? ":policy || '.'"
        : name === 'amm_nft'
          ? 'NULL'
          : name,
  )
  const copy = models.database.prepare(
    `INSERT INTO pools_1 SELECT ${copied.join(', ')} FROM pools_1 WHERE id > 0 LIMIT 1`,
  )
  for (const [at, policy] of numbered.entries()) copy.run({ at, policy })
  reader.refresh()

  const unlisted = Array.from({ length: 4_000 }, (_, at) => `${at}`.padStart(120, 'f'))
  const query = (subjects: readonly string[]) =>
    requestsTo(url).tell('/metadata/query', { subjects, properties: ['decimals'] })
  const asked = [...unlisted.slice(0, 3_799), ...numbered]
  const { status, body } = await query(asked)
  assert.equal(status, 200)
  assert.deepEqual(
    body.subjects.map(({ subject }: { readonly subject: string }) => subject),
    numbered,
  )
  const upper = await query([numbered[0]?.toUpperCase() ?? ''])
  assert.deepEqual(upper.body, { subjects: body.subjects.slice(0, 1) })
  assert.deepEqual((await query(unlisted)).body, { subjects: [] })
  const refused = await query([...unlisted, 'ff'])
  assert.deepEqual(
    [refused.status, refused.body.message],
    [400, 'Invalid input: subjects must be a list of at most 4000 subjects'],
  )
})
