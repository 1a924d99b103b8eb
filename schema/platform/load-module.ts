// Loads a module of the project when it is first needed. Not by `import()`, which Node gives to its ES module loader: where
// TypeScript is loaded by the CommonJS hook (load-typescript.mjs) that one knows neither TypeScript nor what is loaded.
import { fileURLToPath } from 'node:url'

/** @param url of a module whose type is `Module` */
export const loadModule = async <Module>(url: URL): Promise<Module> =>
  typeof require === 'function' ? require(fileURLToPath(url)) : await import(url.href)
