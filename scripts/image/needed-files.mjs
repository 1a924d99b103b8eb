// Finds the files of node_modules that the service can load: files that modules import (esbuild finds these without running a module), and
// files that are read by name. All other files, most of the bytes, are left out: declarations, source maps, second module formats, and
// binaries for other systems.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, transform } from 'esbuild'

/** Packages that are read by name. */
const READ_BY_NAME = [
  ...['@fontsource-variable', '@img', '@esbuild', 'esbuild', 'swagger-ui-dist'],
  ...['better-sqlite3-node-api', 'uWebSockets.js', 'pino', 'thread-stream', 'sharp'],
]

/** The imports of these modules are needed too. */
const REQUIRED_BY_NAME = [
  ...['better-sqlite3-node-api', 'pino', 'pino-pretty', 'thread-stream', 'detect-libc', 'semver'],
  '@blaze-cardano/uplc/wasm',
]

const LEFT_OUT =
  /\.(map|md|mts|cts|flow|tsbuildinfo|d\.ts|c|cc|cpp|h|hpp|gyp|scss)$|^swagger-ui-dist\/(?!swagger-ui(-bundle)?\.(js|css)$|package\.json$|LICENSE|NOTICE)|^better-sqlite3-node-api\/(deps|src)\/|^@fontsource-variable\/[^/]*\/(?!unicode\.json|package\.json|LICENSE|files\/.*-wght-normal\.woff2)|\/(test|tests|benchmarks|examples)\//

const OTHER_SYSTEM = new RegExp(
  `^uWebSockets\\.js/uws_(?!${process.platform}_${process.arch}_${process.versions.modules}\\.node$)|` +
    `^better-sqlite3-node-api/prebuilds/(?!${process.platform}-${process.arch}\\.node$)`,
)

/** Conditions of `exports` that Node 22.10 and later use in addition to those of esbuild. */
const CONDITIONS = ['node', 'module-sync']

/** These parts run only with the packages for development, so the image needs none of their imports. */
const FOR_DEVELOPMENT =
  /^(tests|engine\/template|scripts\/image)\/|^fixtures\/chains\/record\.ts$|\.test\.tsx?$/

/** @param {string} path path of a file of the project */
export const isForDevelopment = (path) => FOR_DEVELOPMENT.test(path)

/** @param {string} directory */
export const filesBelow = (directory) =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

/** Compiles like the loader, so that `require` is resolved as at run time. */
const asCommonJs = {
  name: 'as CommonJS',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const { code } = await transform(readFileSync(path, 'utf8'), { format: 'cjs', loader: 'ts' })
      return { contents: code, loader: 'js', resolveDir: dirname(path) }
    })
  },
}

const inputsOf = async (root, options) => {
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const { packages } = read('package-lock.json')
  // A package for development may also be a dependency of a needed package.
  const forDevelopment = Object.keys(read('package.json').devDependencies).filter(
    (name) => packages[`node_modules/${name}`]?.dev === true,
  )
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'out',
    logLevel: 'error',
    logOverride: { 'require-resolve-not-external': 'silent' },
    // Packages that are loaded only if they are installed.
    external: [
      'pg-native',
      'bufferutil',
      'utf-8-validate',
      '*.node',
      'typescript',
      'fsevents',
      'sharp',
      ...forDevelopment,
    ],
    loader: { '.woff2': 'empty', '.svg': 'empty', '.webp': 'empty', '.wasm': 'empty', '.hl': 'empty' },
    ...options,
  })
  return Object.keys(metafile.inputs)
}

/**
 * Also returns the files below `tests` whose constants the commands' help shows.
 * @param {string} root folder of the project
 * @param {readonly string[]} project the project's own files
 */
export const neededFiles = async (root, project) => {
  const modules = project.filter((path) => !isForDevelopment(path))
  const server = modules.filter((path) => /^(?!page\/).*\.ts$/.test(path) && !path.endsWith('.d.ts'))
  const names = REQUIRED_BY_NAME.filter((name) => {
    const parts = name.split('/').slice(0, name.startsWith('@') ? 2 : 1)
    return existsSync(join(root, 'node_modules', ...parts))
  })
  const page = modules.filter(
    (path) => /^(page\/.*\.tsx?|client\/client\.ts)$/.test(path) && !path.endsWith('.d.ts'),
  )
  // All imports are in one entry, since esbuild would make a bundle for each entry.
  const entry = (lines) => ({ contents: lines.join('\n'), resolveDir: root })
  const imported = [
    ...(await inputsOf(root, {
      stdin: entry([...server.map((path) => `./${path}`), ...names].map((path) => `require('${path}')`)),
      platform: 'node',
      format: 'cjs',
      conditions: CONDITIONS,
      plugins: [asCommonJs],
    })),
    ...(await inputsOf(root, {
      stdin: entry(page.map((path) => `import './${path}'`)),
      platform: 'browser',
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      external: ['node:*'],
    })),
  ]
  const ofPackages = imported.flatMap((path) =>
    path.startsWith('node_modules/') ? [path.slice('node_modules/'.length)] : [],
  )
  const byName = READ_BY_NAME.flatMap((name) => filesBelow(join(root, 'node_modules', name))).map((path) =>
    relative(join(root, 'node_modules'), path),
  )
  const needed = new Set(
    [...ofPackages, ...byName].filter((path) => !LEFT_OUT.test(path) && !OTHER_SYSTEM.test(path)),
  )
  // The nearest package.json states a module's type, and every package must be copied with its licence.
  for (const path of [...needed])
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      const at = join(root, 'node_modules', folder)
      if (!existsSync(join(at, 'package.json'))) continue
      for (const name of readdirSync(at))
        if (name === 'package.json' || /^(licen[cs]e|notice|copying)/i.test(name))
          needed.add(join(folder, name))
    }
  // A module reads its WebAssembly code from the file beside it.
  for (const path of ofPackages)
    for (const name of readdirSync(join(root, 'node_modules', dirname(path))))
      if (name.endsWith('.wasm')) needed.add(join(dirname(path), name))
  return {
    packages: [...needed, '.package-lock.json']
      .filter((path) => existsSync(join(root, 'node_modules', path)))
      .sort(),
    tests: imported.filter((path) => path.startsWith('tests/')).sort(),
  }
}
