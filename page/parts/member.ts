// Reads values of unknown form: what a browser kept, what a wallet throws, what another script put on the page.

/** Member of a value; undefined if the value has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
