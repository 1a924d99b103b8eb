// The requests and responses of docs/api/listings.md, on the recording that the README starts. RENEW_DOCS=1 writes the responses.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const page = new URL('../../docs/api/listings.md', import.meta.url)

const EXAMPLE =
  /```sh\ncurl '?localhost:8080(\/\S+?)'?(?: -H 'content-type: application\/json' -d '(.*)')?\n```\n\n```json\n([^`]*)```/g

test('each request of the page has the answer that stands below it', async (t) => {
  const service = await startWatchedWith(t, {
    NETWORK: 'mainnet',
    CHAIN_FILE: mainnetLaunch.path,
    DATA_DIR: temporaryDirectory(t),
  })
  await service.until('the end of the recording', ({ models, lag }) => models !== null && lag.blocks === 0)
  const text = readFileSync(page, 'utf8')
  const answers = new Map<string, string>()
  for (const [example, path = '', body] of text.matchAll(EXAMPLE)) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(
      service.url + path,
      body === undefined ? {} : { method: 'POST', headers, body },
    )
    const answer = await response.text()
    assert.equal(response.status, 200, `${path}: ${answer}`)
    answers.set(example, answer)
  }
  assert.equal(answers.size, 9)
  const renewed = text.replaceAll(EXAMPLE, (example, ...groups: readonly string[]) =>
    example.replace(`json\n${groups[2] ?? ''}`, `json\n${answers.get(example) ?? ''}\n`),
  )
  if (process.env.RENEW_DOCS === '1') writeFileSync(page, renewed)
  assert.equal(readFileSync(page, 'utf8'), renewed)
})
