/** Absolute paths; none if the directory is missing. */
export function filesBelow(directory: string): string[]
export function isForDevelopment(path: string): boolean
export function neededFiles(
  root: string,
  project: readonly string[],
): Promise<{ readonly packages: readonly string[]; readonly tests: readonly string[] }>
