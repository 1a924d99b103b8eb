// Signatures of snapshots. The service accepts signatures of the program minisign, and minisign accepts the service's. A snapshot with any
// other signature is refused.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { StartupError } from '../../schema/errors.ts'
import { serveFile } from '../../tests/harness/file-server.ts'
import { restore } from '../commands/restore.ts'
import { snapshot } from '../commands/snapshot.ts'
import { publicKeyOf, secretKeyOf, signatureOf, signatureProblem } from './minisign.ts'
import { openBackup } from './open-backup.ts'
import { backupScene, settingsOf } from './testing/backup-scene.ts'

// A key pair, a second public key, and a signature of "a snapshot", made by minisign 0.11.
const KEY = 'RWTEupFR6n3MyMntyhSitkIXiIULuj5XYQ4Khr1C7uNEzX43brHJvHSE'
const OTHER = 'RWRQSxv+eqqvAqT3rP31MK23wxZa1VH/fA6N9NaUlv7rXxFYt7GqPEuS'
const SECRET = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAxLqRUep9zMgqItIJ6p0XGWwWXaIJ3U3+PYUbvL67/2jQdx1ddLDRTsntyhSitkIXiIULuj5XYQ4Khr1C7uNEzX43brHJvHSEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUTEupFR6n3MyLWKlXqfDHTgbNnofkmZw6eIyxIpkpzOI5nQkhl1ptziMTpPh19IPMoz1kaUT9GPRjx9FuhKQk/3UCi58Su0Pgo=
trusted comment: made by minisign
azHWuF0en3GZHODpFOpSgmO77B55llKy7Yf7JK2MbaVhAPa2lH3QDpjJ2DVXIAP3JXW4e3T8bXf0T5yErImQAw==
`
/** The form before minisign 0.10, which signs the file itself instead of its hash. */
const OLD = `untrusted comment: signature from minisign secret key
RWTEupFR6n3MyAF6N15nWk3fcvOYWrpqZtngZN9qlLlHLTvajttVplVEmy/5+vDHK5bgAbH2bSg4RKShK2dVS+ynhlqnTCAreww=
trusted comment: timestamp:1795874873	file:f.txt
HTMs2UUHmVBmdVHuARUnqku/EN8wLbbuCVhA36H8Wjab3qZEIodIyy0oSOVcc1lgJ/KcErVysFyrizY+iM4yAQ==
`
const LOCKED = `untrusted comment: minisign encrypted secret key
RWRTY0IyPoMgMuIVleKzWCZf2NlIEFAD2nZseZDCF3JRCceY2mgAAAACAAAAAAAAAEAAAAAAf15W7mr2EOGVsCX47JxYKW6cCOOGWMb+fWvdor+R79EeiWZVZin4yaG1NJvfwL5cksLDv4AVNd8qjSdTb4Pb+ZwyUqqdjHQlVncIUFb1+1bzZa/aF3BOD1uET/GooF1/9ETpVtqeQf8=
`
const hash = (text: string): Buffer => createHash('blake2b512').update(text).digest()
const hasMinisign = spawnSync('minisign', ['-v']).error === undefined

test('a signature of minisign is accepted for its file and its key alone, whatever byte is changed', () => {
  const key = publicKeyOf(KEY)
  const problemOf = (text: string, of = 'a snapshot'): string | undefined =>
    signatureProblem(text, hash(of), key)
  for (const text of [SIGNATURE, SIGNATURE.replaceAll('\n', '\r\n')]) assert.equal(problemOf(text), undefined)
  assert.equal(problemOf(SIGNATURE, 'another'), 'its signature is wrong')
  assert.equal(problemOf(OLD), 'its signature is in an old format: sign it with minisign 0.10 or newer')
  assert.equal(
    signatureProblem(SIGNATURE, hash('a snapshot'), publicKeyOf(OTHER)),
    'another key than SNAPSHOT_KEY signed it',
  )
  for (const text of ['', 'x', SIGNATURE.slice(60), SIGNATURE.replace('trusted comment: made', 'made')])
    assert.equal(problemOf(text), 'its signature is not in the format of minisign', text)
  const [first = '', ...lines] = SIGNATURE.split('\n')
  for (const [at, line] of lines.slice(0, 3).entries())
    for (let place = 0; place < line.length; place++) {
      const changed = line.slice(0, place) + (line[place] === 'A' ? 'B' : 'A') + line.slice(place + 1)
      // Base64 ignores bits after its last byte, so some changes have no effect.
      if (Buffer.from(changed, 'base64').equals(Buffer.from(line, 'base64')) && at !== 1) continue
      assert.notEqual(problemOf([first, ...lines.with(at, changed)].join('\n')), undefined, changed)
    }
})

test('a secret key of minisign signs, and what is no such key is refused', () => {
  const key = secretKeyOf(SECRET, 'FILE')
  const text = signatureOf(hash('a snapshot'), key, 'file:x')
  assert.equal(signatureProblem(text, hash('a snapshot'), publicKeyOf(KEY)), undefined)
  const refused: readonly (readonly [string, RegExp])[] = [
    ['', /^FILE is not a secret key of minisign: make one with minisign -G -W$/],
    [
      LOCKED,
      /^the key in FILE has a password, which nobody can enter here: make one with minisign -G -W, or sign the snapshot with minisign -S$/,
    ],
    [SECRET.replace('TsntyhSi', 'TsntyhSj'), /^the key in FILE is damaged: restore it from a copy$/],
  ]
  for (const [secret, message] of refused)
    assert.throws(() => secretKeyOf(secret, 'FILE'), { name: 'StartupError', message })
  assert.throws(() => publicKeyOf(OTHER.replace('RW', 'AA')), StartupError)
})

const setUp = async (t: TestContext) => {
  const { at, makeData, notices } = backupScene(t)
  writeFileSync(at('secret.key'), SECRET)
  await snapshot(makeData({ SNAPSHOT_SIGNING_KEY: at('secret.key') }), at('made.tar.gz'))
  const restored = async (from: string, SNAPSHOT_KEY: string): Promise<unknown> => {
    rmSync(at('new'), { recursive: true, force: true })
    await restore(settingsOf(at('new'), { SNAPSHOT_KEY }), from)
    return notices.at(-1)
  }
  return { at, restored }
}

test('a signed snapshot is restored from a file and from a URL, and the operator is told who is trusted', async (t) => {
  const { at, restored } = await setUp(t)
  const trust = `you trust the owner of the key ${KEY} with the blocks and balances in the snapshot`
  assert.equal(await restored(at('made.tar.gz'), KEY), trust)
  const server = await serveFile(t, readFileSync(at('made.tar.gz')))
  server.next({ bytes: readFileSync(at('made.tar.gz.minisig')) })
  assert.equal(await restored(server.url, KEY), trust)
  if (hasMinisign)
    execFileSync('minisign', ['-V', '-q', '-P', KEY, '-m', at('made.tar.gz')], { stdio: 'pipe' })
  else t.diagnostic('the program minisign is not installed')
})

test('a snapshot without a signature, with one of another key or of another file, and a directory are refused', async (t) => {
  const { at, restored } = await setUp(t)
  const file = at('made.tar.gz')
  const refused = (from: string, message: RegExp, key = KEY) =>
    assert.rejects(restored(from, key), { name: 'StartupError', message })
  await refused(file, /is damaged \(another key than SNAPSHOT_KEY signed it\)/, OTHER)
  const signature = readFileSync(`${file}.minisig`)
  writeFileSync(`${file}.minisig`, SIGNATURE)
  await refused(file, /is damaged \(its signature is wrong\)/)
  rmSync(`${file}.minisig`)
  await refused(file, /made\.tar\.gz cannot be read or written \(ENOENT: .*\.minisig'\): check the path$/)
  await refused(
    at('data'),
    /is the directory of a backup, which has no signature: leave SNAPSHOT_KEY out, or use a snapshot$/,
  )
  const server = await serveFile(t, readFileSync(file))
  server.next({ status: 404 })
  await refused(server.url, /\(status 404\): put the signature there, or leave SNAPSHOT_KEY out$/)
  server.next({ bytes: Buffer.alloc(5_000) })
  await refused(server.url, /\(it is too long to be a signature\)/)
  server.next({ bytes: signature.fill('A', 200, 204) })
  await refused(server.url, /is damaged \(its signature is wrong\)/)
  await openBackup(file, undefined)
})
