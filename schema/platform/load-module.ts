// Loads a module of the project when it is first needed. The function does not use `import()`, which Node gives to its ES module loader. If
// the CommonJS hook (load-typescript.mjs) loads TypeScript, the ES module loader can neither load TypeScript nor find the loaded modules.
import { fileURLToPath } from 'node:url'

/** @param url URL of a module whose type is `Module` */
export const loadModule = async <Module>(url: URL): Promise<Module> =>
  typeof require === 'function' ? require(fileURLToPath(url)) : await import(url.href)
