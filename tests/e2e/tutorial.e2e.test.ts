// Runs docs/tutorial.md from the first to the last command. The tutorial's files are written into an empty folder, and the commands' output
// has the form that the document shows. Numbers, ids and tickers differ.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { foldedDevnet } from '../harness/folded-recording.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/tutorial.md'), 'utf8')

const ASSET = /[0-9a-f]{56}\.[0-9a-f]+/

const formOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/[0-9a-f]{56,}(\.[0-9a-f]+)?/g, 'ID')
    .replaceAll(/\d[\d.:TZ-]*/g, '0')
    .replaceAll(/^\S+(?= 0 ADA ID$)/gm, 'TICKER')

const steps = [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```\n([\s\S]*?)^```)?/gm)].map(
  ([, commands = '', shown]) => ({ commands: commands.trim(), shown }),
)

const FOLDER = 'mkdir ../first-order && cd ../first-order\nnpm init -y && npm install '

test('each step of the tutorial does what the page says', async (t) => {
  const dataDir = temporaryDirectory(t)
  await foldedDevnet(t, dataDir)
  const service = await startWatchedWith(t, { DATA_DIR: dataDir, DEVNET_PORT: '0' })
  await until('the service', async () => (await fetch(`${service.url}/readyz`)).status === 200)

  const folder = temporaryDirectory(t)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'files'))
  for (const [, name = '', code = ''] of page.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```/gm))
    writeFileSync(join(folder, 'files', name), code.replace('http://127.0.0.1:8080', service.url))

  const [start, ...others] = steps
  assert.deepEqual(start, { commands: 'git clone … && cd launchpad-backend\nnpm start', shown: undefined })
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  let asset = ''
  let shownSteps = 0
  for (const { commands, shown } of others) {
    if (commands.startsWith(FOLDER)) {
      const [, name = '', version = ''] = /^(.+)@([\d.]+)$/.exec(commands.slice(FOLDER.length)) ?? []
      assert.equal(devDependencies[name], version)
      continue
    }
    const here = commands.replace('localhost:8080', new URL(service.url).host).replace(ASSET, asset)
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { cwd: join(folder, 'files') })
    assert.equal(formOf(stdout), formOf(shown ?? assert.fail(commands)), commands)
    asset ||= ASSET.exec(stdout)?.[0] ?? ''
    shownSteps += 1
  }
  assert.equal(shownSteps, 5)
})
