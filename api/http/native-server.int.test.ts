import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/**
 * In a separate process, after running `before`.
 * @returns the type of its App, or the error
 */
const load = (before: string, env: Record<string, string> = {}): string => {
  const script = `${before};
    const { loadNativeServer } = await import('./api/http/native-server.ts')
    await loadNativeServer().then(
      ({ App }) => process.stdout.write(typeof App + (/\\[native code\\]/.test(App) ? ' native' : '')),
      ({ name, message }) => process.stderr.write('\\n' + name + ': ' + message),
    )`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, ...env },
      encoding: 'utf8',
    },
  )
  return stdout.startsWith('function') ? stdout : (stderr.trimEnd().split('\n').at(-1) ?? '')
}

test('the native server loads here', () => {
  assert.equal(load(''), 'function native')
})

test('without a binary for this machine the start is refused with what it needs', () => {
  const { version, versions, platform } = process
  assert.equal(
    load("Object.defineProperty(process, 'arch', { value: 'mips' })"),
    `StartupError: uWebSockets.js does not load on Node ${version} (${platform}-mips): ` +
      `Cannot find module './uws_${platform}_mips_${versions.modules}.node'. It needs Node 20, 22, 24 or 25, ` +
      'and on Linux glibc 2.38 or newer; with Node 20 an older glibc is enough',
  )
})

test('the JavaScript fall-back is never used, not even when asked for', () => {
  assert.equal(load('', { UWS_USE_FALLBACK: '1' }), 'function native')
})

test('the installed binaries are those whose digests are kept', () => {
  const modules = new URL('../../node_modules/', import.meta.url)
  const kept = readFileSync(new URL('native-binaries.sha256', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const packages = ['uWebSockets.js', 'uWebSockets.js-older-glibc/binaries']
  const installed = packages.flatMap((folder) =>
    readdirSync(new URL(folder, modules)).flatMap((name) => {
      if (!name.endsWith('.node')) return []
      const path = `${folder}/${name}`
      return `${createHash('sha256')
        .update(readFileSync(new URL(path, modules)))
        .digest('hex')}  ${path}`
    }),
  )
  assert.deepEqual(installed.sort(), kept.sort())
})
