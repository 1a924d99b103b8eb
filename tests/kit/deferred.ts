// A promise that a test settles, like that of `Promise.withResolvers` in later versions of Node.
export const deferred = <T = void>() => {
  let resolve: (value: T | PromiseLike<T>) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
