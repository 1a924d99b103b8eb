// The client's declarations in one file. The compiler writes all declarations of the client's modules. Exported declarations, and the
// declarations that these use, are kept.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HEAD = `// Generated from the client's modules; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- client/client.int
`

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Includes names that the module re-exports. */
const namesOf = (text: string): string[] => [
  ...[...text.matchAll(/^export \w+ (?:const|class) (\w+)/gm)].map(([, name = '']) => name),
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace('type ', '').trim()),
  ),
]

const START = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s)?(?:declare (?:const|class)|interface|type) (\w+)/.source
/** Ends before the next declaration. */
const DECLARATION = new RegExp(`${START}[\\s\\S]*?(?=${START}|$(?![\\s\\S]))`, 'gm')

/** Includes all names that the declarations use, in order. */
const declarationsOf = (names: readonly string[], text: string): string[] => {
  const all = new Map([...text.matchAll(DECLARATION)].map(([declared, name = '']) => [name, declared]))
  const used = new Set<string>()
  const use = (name: string): void => {
    const declared = all.get(name)
    if (declared === undefined || used.has(name)) return
    used.add(name)
    declared
      .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
      .match(/\w+/g)
      ?.forEach(use)
  }
  names.forEach(use)
  return [...all].flatMap(([name, declared]) => (used.has(name) ? [declared.trim()] : []))
}

/** @param directory an empty directory for the compiler's output */
export const declarations = (directory: string): string => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = '--declaration --emitDeclarationOnly --noEmit false --ignoreConfig --strict --skipLibCheck'
  const as = '--target ES2022 --module NodeNext --lib ES2023,DOM --allowImportingTsExtensions'
  const paths = ['--types', '', '--rootDir', root, '--outDir', directory, 'client/client.ts']
  execFileSync(process.execPath, [compiler, ...options.split(' '), ...as.split(' '), ...paths], { cwd: root })
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts') && !file.endsWith('paths.d.ts'))
    .sort((a, b) => dirname(a).localeCompare(dirname(b)) || a.localeCompare(b))
  const texts = files.map((file) => readFileSync(join(directory, file), 'utf8'))
  const exported = namesOf(readFileSync(join(directory, 'client/client.d.ts'), 'utf8'))
  const bodies = texts.map((text) =>
    text
      .replaceAll(/^(?:import|export) [^;]*?from '[^']+';\n/gm, '')
      .replaceAll(/^export (?=declare|interface|type)/gm, '')
      .replaceAll(/^export \{\};\n/gm, '')
      .trim(),
  )
  return `${HEAD}${declarationsOf(exported, bodies.join('\n')).join('\n')}\nexport { ${exported.sort().join(', ')} };\n`
}
