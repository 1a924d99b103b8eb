import { loadModule } from '../../schema/platform/load-module.ts'

/** @param name name of a file in `commands/` */
export const load = <Module>(name: string): Promise<Module> =>
  loadModule<Module>(new URL(`../commands/${name}.ts`, import.meta.url))
