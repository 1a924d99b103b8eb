// The one door to uWebSockets.js. Two packages carry its binaries: the newer one has those for Node 20, 22, 24 and 25 and wants
// glibc 2.38 on Linux, the older one has them for Node 20 and takes any glibc; the first that loads is used. Only the binary of
// the older one is loaded: its own entry falls back, without an error, to a plain JavaScript server that is many times slower and
// lacks half of the interface.

import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  WebSocketBehavior,
} from 'uWebSockets.js'
import { createRequire } from 'node:module'
import { StartupError } from '../../schema/errors.ts'

declare module 'uWebSockets.js' {
  interface TemplatedApp {
    // The declarations know the options only without a host, but take them after it too.
    listen(
      host: string,
      port: number,
      options: number,
      listening: (socket: us_listen_socket | false) => void,
    ): TemplatedApp
  }
  /** Fail when the port is taken, instead of sharing it. */
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number
}

export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket, WebSocketBehavior }
export type NativeServer = typeof import('uWebSockets.js')

/** The longest request line and headers taken together, in bytes, as in Node's own server; more is answered 431. */
const MAX_HEAD_BYTES = 16 * 1024

// Not `import`: on Node 20 a CommonJS module that throws while it is imported ends the process, caught or not.
const require = createRequire(import.meta.url)

/**
 * Loads the native server.
 * @throws {StartupError} when no binary loads on this machine.
 */
export const loadNativeServer = async (): Promise<NativeServer> => {
  const { version, versions, platform, arch, env } = process
  // The newer one reads it when it is loaded; its default, 4 KiB, is less than the longest URL that is served.
  env.UWS_HTTP_MAX_HEADERS_SIZE ??= `${MAX_HEAD_BYTES}`
  try {
    return require('uWebSockets.js')
  } catch (failure) {
    try {
      return require(`uWebSockets.js-older-glibc/binaries/uws_${platform}_${arch}_${versions.modules}.node`)
    } catch {
      throw new StartupError(
        `uWebSockets.js does not load on Node ${version} (${platform}-${arch}): ${reasonOf(failure)}. It needs Node 20, ` +
          '22, 24 or 25, and on Linux glibc 2.38 or newer; with Node 20 an older glibc is enough',
      )
    }
  }
}

/** The loader's own error: the package's error comes first and only lists the supported platforms. */
const reasonOf = (failure: unknown): string =>
  [...String(failure).matchAll(/^Error: (.*)$/gm)].at(-1)?.[1] ?? String(failure)
