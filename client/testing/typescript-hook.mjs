// Module resolution for openapi-typescript only: its `typescript` is the API in @ts-morph/common.
export const resolve = (specifier, context, next) =>
  specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
    ? { url: new URL('typescript-api.mjs', import.meta.url).href, shortCircuit: true }
    : next(specifier, context)
