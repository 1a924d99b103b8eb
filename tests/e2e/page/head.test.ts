import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenHead } from '../../../api/explorer/head.ts'
import { samplePool } from './testing/sample-state.ts'

test('the tags of a shared token have its figures, and hostile texts are escaped, cut and in one line', () => {
  const pool = samplePool(1, 0.37)
  const { asset } = pool.info
  const hostile = {
    name: `"><script>alert('1')</script>`,
    ticker: '$&\n\u202ekey',
    description: 'x'.repeat(5_000),
  }
  const head = tokenHead({ ...pool, info: { ...pool.info, ...hostile } }, 'https://launchpad.example')
  const contentOf = (name: string): string =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"<>]*)">`).exec(head)?.[1] ?? assert.fail(name)
  const title = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; ($&amp; key) · ₳24.7K'
  assert.equal(contentOf('og:title'), title)
  assert.equal(head.split('\n')[0], `<title>${title}</title>`)
  assert.equal(contentOf('og:url'), `https://launchpad.example/token/${asset}`)
  assert.equal(contentOf('og:image'), `https://launchpad.example/token/${asset}/picture`)
  assert.match(
    contentOf('og:description'),
    /^Price ₳0\.00002475, market cap ₳24\.7K, 37\.0% to graduation\. x{599}…$/,
  )
  assert.equal(contentOf('twitter:card'), 'summary_large_image')
  assert.match(tokenHead(samplePool(1, 1.1), ''), /, graduated\./)
})
