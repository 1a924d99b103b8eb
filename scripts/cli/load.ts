import { loadModule } from '../../schema/platform/load-module.ts'

/** Loads the module that runs a command. @param name name of its file in `commands/` */
export const load = <Module>(name: string): Promise<Module> =>
  loadModule<Module>(new URL(`../commands/${name}.ts`, import.meta.url))
