// The one door to uWebSockets.js. The package carries binaries for some Node versions and, where none fits,
// falls back without an error to a plain JavaScript server that is many times slower and lacks half of the
// interface. That is refused here. The types below are what its binary has and its declarations leave out.
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js'
import { StartupError } from '../schema/errors.ts'

declare module 'uWebSockets.js' {
  interface TemplatedApp {
    listen(
      host: string,
      port: number,
      options: number,
      listening: (socket: us_listen_socket | false) => void,
    ): TemplatedApp
    /** Closes every socket, the listening one included. */
    close(): TemplatedApp
  }
  /** Fail when the port is taken, instead of sharing it. */
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number
}

export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket }
export type NativeServer = typeof import('uWebSockets.js')

const ADVICE = 'see "Other Node versions" in README.md'

/**
 * Loads the native server.
 * @throws {StartupError} when only the JavaScript fall-back is to be had.
 */
export const loadNativeServer = async (): Promise<NativeServer> => {
  if (/^(1|true)$/i.test(process.env.UWS_USE_FALLBACK ?? ''))
    throw new StartupError(
      'UWS_USE_FALLBACK asks uWebSockets.js for its slow JavaScript fall-back, which cannot serve: unset it',
    )
  const { default: server } = await import('uWebSockets.js').catch(refuse)
  return isNative(server.App) ? server : refuse()
}

/** Functions of a binary have no source text; those of the fall-back do. */
const isNative = (method: unknown): boolean =>
  typeof method === 'function' && /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(method))

const refuse = (): never => {
  const { version, platform, arch } = process
  throw new StartupError(
    `uWebSockets.js has no native binary for Node ${version} on ${platform}-${arch}: use Node 20, or ${ADVICE}`,
  )
}
