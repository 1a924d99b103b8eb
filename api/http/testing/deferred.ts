// Like `Promise.withResolvers` of later versions of Node.
export const deferred = <T = void>() => {
  let resolve: (value: T | PromiseLike<T>) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
