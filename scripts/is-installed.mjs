// Checks whether the installation has what a command needs. This file is plain JavaScript, since it runs before anything is installed.
import { readFileSync } from 'node:fs'

/** @param {string} path */
const packagesOf = (path) => {
  try {
    /** @type {Record<string, { version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>} */
    const packages = JSON.parse(readFileSync(path, 'utf8')).packages
    return packages
  } catch {
    return {}
  }
}

/**
 * Whether node_modules has the packages of package-lock.json, by version and checksum. Git, or copying a folder, changes the times of
 * files, so these are not compared. Missing are allowed: optional packages for other platforms and, with `--omit=dev`, those for
 * development.
 * @param {string} root the project's folder, with a final slash
 * @param {boolean} isForDevelopment whether the packages for development must be there
 */
export const isInstalled = (root, isForDevelopment) => {
  const installed = packagesOf(`${root}node_modules/.package-lock.json`)
  const withoutDev = !isForDevelopment && !Object.values(installed).some((entry) => entry.dev)
  return Object.entries(packagesOf(`${root}package-lock.json`)).every(([name, wanted]) => {
    const found = installed[name]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    return name === '' || wanted.optional || wanted.devOptional || (withoutDev && wanted.dev)
  })
}

const DEVELOPMENT = ['test', 'test:all', 'bench', 'fuzz-http', 'fuzz-builder', 'soak', 'simulate', 'mutate']

/** @param {string | undefined} command */
export const needsDevelopment = (command) => command !== undefined && DEVELOPMENT.includes(command)
