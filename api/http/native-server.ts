// Loads uWebSockets.js; no other file imports it. Two packages contain its binaries. The newer package is for Node 20, 22, 24 and 25, and
// needs glibc 2.38 on Linux. The older package is for Node 20 with any glibc. The first one that loads is used. Only the binary of the
// older package is loaded: its entry file would silently fall back to a JavaScript server, which is far slower and lacks half of the
// interface.

import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  WebSocket,
  WebSocketBehavior,
} from 'uWebSockets.js'
import { createRequire } from 'node:module'
import { StartupError } from '../../schema/errors.ts'

declare module 'uWebSockets.js' {
  interface TemplatedApp {
    // The declarations lack this overload.
    listen(
      host: string,
      port: number,
      options: number,
      listening: (socket: us_listen_socket | false) => void,
    ): TemplatedApp
  }
  /** Without this option, the port would be shared. */
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number
}

export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket, WebSocket, WebSocketBehavior }
export type NativeServer = typeof import('uWebSockets.js')

/** Bytes of the request line and the headers together, as in Node's own server. A larger request gets 431. */
const MAX_HEAD_BYTES = 16 * 1024

// On Node 20, a CommonJS module that throws during an `import` ends the process, even if the error is caught.
const require = createRequire(import.meta.url)

let isOlder = false

/** The older package leaves more malformed requests without a response (http-forms.int.test.ts). */
export const isOlderServer = (): boolean => isOlder

/** @throws {StartupError} if no binary loads on this machine */
export const loadNativeServer = async (): Promise<NativeServer> => {
  const { version, versions, platform, arch, env } = process
  // The newer package reads this variable when it is loaded. Its default of 4 KiB is less than the longest allowed URL.
  env.UWS_HTTP_MAX_HEADERS_SIZE ??= `${MAX_HEAD_BYTES}`
  try {
    return require('uWebSockets.js')
  } catch (failure) {
    try {
      const older = require(
        `uWebSockets.js-older-glibc/binaries/uws_${platform}_${arch}_${versions.modules}.node`,
      )
      isOlder = true
      return older
    } catch {
      throw new StartupError(
        `uWebSockets.js does not load on Node ${version} (${platform}-${arch}): ${reasonOf(failure)}. It needs Node 20, ` +
          '22, 24 or 25, and on Linux glibc 2.38 or newer; with Node 20 an older glibc is enough',
      )
    }
  }
}

/** The package's error, which precedes the loader's own in the text, only lists the supported platforms. */
const reasonOf = (failure: unknown): string =>
  [...String(failure).matchAll(/^Error: (.*)$/gm)].at(-1)?.[1] ?? String(failure)
