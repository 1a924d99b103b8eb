// Lays out the image's files: `node scripts/image/lay-out.mjs TO`, in the project's folder, with the packages for production. The image has
// Node, the system libraries that Node and the native packages need, and those files of the project and its packages that run, compiled. It
// has no shell, C++ compiler or package manager. An operator's models in TypeScript are compiled by the library that also bundles the page.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { filesBelow, isForDevelopment, neededFiles } from './needed-files.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const LEFT_OUT =
  /^(fixtures\/upgrade|page\/pictures)\/|^fixtures\/chains\/(?!devnet\.).*\.(gz|ndjson)$|^scripts\/.*\.sh$/

const SENT = readdirSync(ROOT).filter(
  (name) => !['node_modules', 'Dockerfile'].includes(name) && !name.startsWith('.'),
)

const projectFiles = () =>
  SENT.flatMap((name) =>
    statSync(join(ROOT, name)).isDirectory()
      ? filesBelow(join(ROOT, name)).map((path) => relative(ROOT, path))
      : [name],
  )

/** Includes the system's program loader. */
const librariesOf = (binary) => {
  const listed = execFileSync('ldd', [binary], { encoding: 'utf8' })
  return [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path)
}

/** Symbols are a sixth of a binary. Without `strip` nothing is removed. */
const strip = (path) => {
  try {
    execFileSync('strip', [path])
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

const layOut = async (to) => {
  const project = projectFiles()
  const { packages, tests } = await neededFiles(ROOT, project)
  const app = [
    ...project.filter((path) => !LEFT_OUT.test(path) && !isForDevelopment(path)),
    ...tests,
    ...packages.map((path) => join('node_modules', path)),
  ]
  for (const path of app) cpSync(join(ROOT, path), join(to, 'app', path), { dereference: true })

  const node = join(to, 'usr/local/bin/node')
  cpSync(realpathSync(process.execPath), node)
  strip(node)
  const binaries = packages.filter((path) => /\.(node|so[.\d]*)$/.test(path))
  const libraries = new Set(
    [process.execPath, ...binaries.map((path) => join(ROOT, 'node_modules', path))].flatMap(librariesOf),
  )
  for (const path of libraries)
    if (!path.startsWith(ROOT)) cpSync(realpathSync(path), join(to, path), { dereference: true })
  if (existsSync('/etc/nsswitch.conf')) cpSync('/etc/nsswitch.conf', join(to, 'etc/nsswitch.conf'))
  mkdirSync(join(to, 'etc'), { recursive: true })
  writeFileSync(join(to, 'etc/passwd'), 'root:x:0:0:root:/:/\nnode:x:1000:1000:node:/data:/\n')
  writeFileSync(join(to, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  mkdirSync(join(to, 'tmp'), { recursive: true })
  chmodSync(join(to, 'tmp'), 0o1777)

  const loader = join(to, 'app/schema/platform/load-typescript.mjs')
  const { compiled } = await import(pathToFileURL(loader).href)
  for (const path of app)
    if (/^(?!page\/|node_modules\/).*\.ts$/.test(path) && !path.endsWith('.d.ts'))
      compiled(join(to, 'app', path))
}

const [, , to] = process.argv
mkdirSync(dirname(to), { recursive: true })
await layOut(to)
