// Loads uWebSockets.js; no other file imports it. Two packages contain its binaries: the newer one for Node 20, 22, 24
// and 25, which needs glibc 2.38 on Linux, and the older one for Node 20 with any glibc. The first that loads is used.
// Of the older package only the binary is loaded: its entry file silently falls back to a JavaScript server that is
// many times slower and lacks half of the interface.

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
    // The declarations lack this overload, with a host and options.
    listen(
      host: string,
      port: number,
      options: number,
      listening: (socket: us_listen_socket | false) => void,
    ): TemplatedApp
  }
  /** Makes listening fail when the port is taken, instead of sharing it. */
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number
}

export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket, WebSocket, WebSocketBehavior }
export type NativeServer = typeof import('uWebSockets.js')

/** Maximum bytes of a request's line and headers together, as in Node's own server; a larger request gets 431. */
const MAX_HEAD_BYTES = 16 * 1024

// Not `import`: on Node 20 a CommonJS module that throws while it is imported ends the process, caught or not.
const require = createRequire(import.meta.url)

let isOlder = false

/** Whether the older package is used, which leaves more forms of requests without a response (http-forms.int.test.ts). */
export const isOlderServer = (): boolean => isOlder

/** @throws {StartupError} when no binary loads on this machine. */
export const loadNativeServer = async (): Promise<NativeServer> => {
  const { version, versions, platform, arch, env } = process
  // The newer package reads it when it is loaded; its default, 4 KiB, is less than the longest allowed URL.
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

/** The loader's own error: the package's error comes first and only lists the supported platforms. */
const reasonOf = (failure: unknown): string =>
  [...String(failure).matchAll(/^Error: (.*)$/gm)].at(-1)?.[1] ?? String(failure)
