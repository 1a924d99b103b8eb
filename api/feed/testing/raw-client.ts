// A minimal WebSocket client on a TCP socket. A process can have thousands of them, and a test can stop reading from one.
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'

const HANDSHAKE =
  'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

/**
 * The upgrade's response is the first received data.
 * @param headers lines, each with its line end
 */
export const openRaw = (port: number, options: Partial<TcpNetConnectOpts> = {}, headers = ''): Socket => {
  const socket = connect({ host: '127.0.0.1', noDelay: true, ...options, port })
  socket.write(`${HANDSHAKE}${headers}\r\n`)
  return socket
}

/** A frame of less than 65,536 bytes, masked with zeros. */
export const maskedFrame = (text: string): Buffer => {
  const body = Buffer.from(text)
  const head = Buffer.from(
    body.length < 126
      ? [0x81, 0x80 | body.length, 0, 0, 0, 0]
      : [0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0],
  )
  return Buffer.concat([head, body])
}

export const unmaskedFrame = (text: string): Buffer => {
  const masked = maskedFrame(text)
  const head = masked.subarray(0, masked.length - Buffer.byteLength(text) - 4)
  head[1] = (head[1] ?? 0) & 0x7f
  return Buffer.concat([head, Buffer.from(text)])
}
