// Reads values of unknown form: what a browser kept, what a wallet throws, what another script put on the page.

/** Undefined if the value has no such member. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
