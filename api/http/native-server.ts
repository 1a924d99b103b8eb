// The one door to uWebSockets.js. The package carries binaries for some Node versions and, where none fits,
// falls back without an error to a plain JavaScript server that is many times slower and lacks half of the
// interface. That is refused here. The types below are what its binary has and its declarations leave out.
import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  WebSocketBehavior,
} from 'uWebSockets.js'
import { StartupError } from '../../schema/errors.ts'

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

export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket, WebSocketBehavior }
export type NativeServer = typeof import('uWebSockets.js')

/**
 * Loads the native server.
 * @throws {StartupError} when only the JavaScript fall-back is to be had.
 */
export const loadNativeServer = async (): Promise<NativeServer> => {
  const { default: server } = await import('uWebSockets.js').catch(refuse)
  return isNative(server.App) ? server : refuse()
}

/** Functions of a binary have no source text; those of the fall-back do. */
const isNative = (method: unknown): boolean =>
  typeof method === 'function' && /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(method))

const refuse = (): never => {
  const { version, platform, arch, env } = process
  throw new StartupError(
    env.UWS_USE_FALLBACK === undefined
      ? `uWebSockets.js has no native binary for Node ${version} on ${platform}-${arch}: use Node 20, or see "Other Node versions" in README.md`
      : 'UWS_USE_FALLBACK makes uWebSockets.js use its JavaScript fall-back, which cannot serve this API: unset it',
  )
}
