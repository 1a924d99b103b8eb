// Programs of the machine that a test needs.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The reason to leave a test out, if a program is not installed. */
export const missing = (...programs: readonly string[]): string | false => {
  const absent = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  return absent.length > 0 && `needs ${absent.join(', ')}`
}

/** Files of a key and of a certificate that no authority has signed. Needs openssl. */
export const selfSigned = (directory: string, host: string) => {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const files = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate]
  const about = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2']
  execFileSync('openssl', ['req', ...files, ...about], { stdio: 'ignore' })
  return { key, certificate }
}
