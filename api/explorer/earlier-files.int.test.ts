import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { Prepared } from '../http/route/reply.ts'
import { earlierFile, keepFiles } from './earlier-files.ts'

const DAY = 86_400_000
const START = 1_800_000_000_000

test('the files of a build are had for a week after the last start with it', (t) => {
  const directory = join(temporaryDirectory(t), 'page')
  const build = (...names: string[]) =>
    new Map(
      names.map((name) => [name, { contentType: 'text/javascript', body: new Prepared(`this is ${name}`) }]),
    )
  keepFiles(directory, build('main-A.js', 'same-C.css'), START)
  keepFiles(directory, build('main-B.js', 'same-C.css'), START + 3 * DAY)
  const texts = (names: string[]) => names.map((name) => earlierFile(directory, name)?.body.bytes.toString())
  assert.deepEqual(texts(['main-A.js', 'main-B.js', 'same-C.css', 'main-D.js']), [
    'this is main-A.js',
    'this is main-B.js',
    'this is same-C.css',
    undefined,
  ])
  assert.equal(earlierFile(directory, 'main-A.js')?.contentType, 'text/javascript; charset=utf-8')
  keepFiles(directory, build('main-D.js'), START + 9 * DAY)
  assert.deepEqual(readdirSync(directory).sort(), ['main-B.js', 'main-D.js', 'same-C.css'])
})

test('a name of another kind of file is not had', (t) => {
  const directory = temporaryDirectory(t)
  for (const name of ['..', '.', 'x', 'x.db', 'x.json']) assert.equal(earlierFile(directory, name), undefined)
})
