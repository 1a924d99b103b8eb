// Writes the files of the package launchpad-backend-engine. `npm pack` runs this program. It bundles the sources without the packages that
// they import, which are dependencies. Each source file has its own file of types.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const directory = pathOf('dist')

rmSync(directory, { recursive: true, force: true })
await build({
  entryPoints: { engine: pathOf('engine.ts'), testing: pathOf('testing/testing.ts') },
  outdir: directory,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
})

const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
const { bin } = JSON.parse(readFileSync(compiler, 'utf8'))
const { status } = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL(bin.tsc, `file://${compiler}`)),
    '-p',
    pathOf('tsconfig.json'),
    '--outDir',
    directory,
  ],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
