// The rate from a source with good responses, bad responses, and no responses.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { listen } from '../../tests/kit/listen.ts'
import { adaUsdRate, rateIn } from './ada-usd-rate.ts'

const start = async (t: TestContext) => {
  const responses: [status: number, body: string][] = []
  const server = createServer((_, response) => {
    const [status, body] = responses.shift() ?? [404, '']
    response.writeHead(status).end(body)
  })
  const clock = { now: 1_000_000 }
  const problems: string[] = []
  const url = `http://127.0.0.1:${await listen(t, server)}/secret`
  const rate = adaUsdRate(
    url,
    () => clock.now,
    (error) => problems.push(String(error)),
  )
  return { answers: responses, clock, problems, rate }
}

const isUnavailable = { name: 'ApiError', cause: 'SERVICE_UNAVAILABLE' }

test('the rate is fetched at most once a minute, and served for ten minutes while its source fails', async (t) => {
  const { answers: responses, clock, problems, rate } = await start(t)
  responses.push([200, '{"cardano":{"usd":0.4312}}'])
  assert.deepEqual(await Promise.all([rate(), rate()]), ['0.4312', '0.4312'])
  clock.now += 59_999
  assert.equal(await rate(), '0.4312')
  clock.now += 1
  responses.push([200, '{"data":{"amount":"0.44","base":"ADA","currency":"USD"}}'])
  assert.equal(await rate(), '0.44')
  clock.now += 600_000
  assert.equal(await rate(), '0.44')
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^Error: ADA_USD_RATE_URL 127.0.0.1:\d+: answered 404$/)
  clock.now += 1
  await assert.rejects(rate(), isUnavailable)
})

test('without a source there is no rate, and the error names the setting', async () => {
  await assert.rejects(adaUsdRate(undefined, Date.now, () => {})(), {
    cause: 'NOT_FOUND',
    message: 'This service has no rate: its operator has not set ADA_USD_RATE_URL',
  })
})

test('the rate is the only number with a fraction, as a number or a string', () => {
  for (const text of ['0.4312', '"0.4312"', '[{"ADA":"0.4312","USD":null,"at":1764300000}]'])
    assert.equal(rateIn(text, ''), '0.4312')
  assert.equal(rateIn('{"usd":0.30000000000000004}', ''), '0.30000000000000004')
  const without = ['{}', '0', '0.0', '-1.5', '1e-7', '429', '{"status":429}', '"abc"', '"1.2.3"', '[0.1,0.2]']
  for (const text of ['', '{', ...without]) assert.throws(() => rateIn(text, ''), text)
  assert.throws(() => rateIn('[0.1,0.2]', ''), {
    message: 'has 2 numbers with a fraction; name the rate in the URL, for example #/cardano/usd',
  })
})

test("the rate is the member that the URL's fragment names", () => {
  const text = '{"status":429,"a/b":{"~":["x",1,"0.5"]},"c d":2}'
  assert.equal(rateIn(text, '#/a~1b/~0/1'), '1')
  assert.equal(rateIn(text, '#/a~1b/~0/2'), '0.5')
  assert.equal(rateIn(text, '#/c%20d'), '2')
  for (const fragment of ['#/a~1b/~0/0', '#/a~1b', '#/toString', '#/status/length', '#/e', '#/a~1b/~0/3'])
    assert.throws(() => rateIn(text, fragment), { message: `has no decimal above 0 at ${fragment}` })
})
