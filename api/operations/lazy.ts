// What most processes never need is made at its first use.

/** @returns a function that makes a value once, when it is first called */
export const lazy = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
