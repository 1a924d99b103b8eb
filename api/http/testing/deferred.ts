// A promise that a test resolves from outside, as `Promise.withResolvers` makes them in later versions of Node.
export const deferred = <T = void>() => {
  let resolve: (value: T | PromiseLike<T>) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
