// `npm run docs`: writes the documents as static pages into docs/.site; index.html is the README.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wholeSite } from '../../api/guide/site.ts'

export const docs = (): void => {
  const directory = fileURLToPath(new URL('../../docs/.site', import.meta.url))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory)
  const files = wholeSite()
  for (const [name, content] of files) writeFileSync(join(directory, name), content)
  console.log(`${files.size} files; open ${join(directory, 'index.html')}`)
}
