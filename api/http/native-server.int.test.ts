import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Loads the native server in a process of its own, after `before`; the error's name and message, if any. */
const load = (before: string, env: Record<string, string> = {}): string => {
  const script = `${before};
    const { loadNativeServer } = await import('./api/http/native-server.ts')
    await loadNativeServer().then(
      ({ App }) => process.stdout.write(typeof App),
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
  assert.equal(load(''), 'function')
})

test('without a binary for this Node the start is refused with what to do', () => {
  const { version, platform } = process
  assert.equal(
    load("Object.defineProperty(process, 'arch', { value: 'mips' })"),
    `StartupError: uWebSockets.js has no native binary for Node ${version} on ${platform}-mips: use Node 20, or see "Other Node versions" in README.md`,
  )
})

test('the variable that asks for the fall-back is refused', () => {
  assert.equal(
    load('', { UWS_USE_FALLBACK: '1' }),
    'StartupError: UWS_USE_FALLBACK makes uWebSockets.js use its JavaScript fall-back, which cannot serve this API: unset it',
  )
})
