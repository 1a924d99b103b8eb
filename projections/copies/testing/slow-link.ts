// A slow network between a client and a server: a forwarder on 127.0.0.1 with a limited rate and a delay. It buffers few bytes, so most
// bytes wait at the server. It can cut its connections and refuse new ones.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const PIECE = 16_384

const HELD_MS = 10

interface SlowLinkOptions {
  /** Bytes per second in each direction, for all connections together. Not limited by default. */
  readonly rate?: number
  /** In ms, in each direction. */
  readonly delay?: number
  /** Bytes from the server after which a connection is cut. */
  readonly cutAfter?: number
}

export const slowLink = async (
  to: number,
  { rate = Number.POSITIVE_INFINITY, delay = 0, cutAfter = Number.POSITIVE_INFINITY }: SlowLinkOptions = {},
) => {
  let bytes = 0
  let isHeld = false
  let isDown = false
  const sockets = new Set<Socket>()
  const [up, down] = [{ freeAt: 0 }, { freeAt: 0 }]
  const carry = async (
    from: Socket,
    into: Socket,
    direction: { freeAt: number },
    onPiece: (length: number) => void,
  ): Promise<void> => {
    for await (const chunk of from)
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece: Buffer = chunk.subarray(at, at + PIECE)
        direction.freeAt = Math.max(direction.freeAt, performance.now()) + (piece.length / rate) * 1000
        await sleep(Math.max(0, direction.freeAt - performance.now()))
        while (isHeld) await sleep(HELD_MS)
        // Several pieces are in transit at the same time.
        setTimeout(() => into.write(piece), delay)
        onPiece(piece.length)
      }
    setTimeout(() => into.end(), delay)
  }
  const server = createServer((client) => {
    if (isDown) {
      client.destroy()
      return
    }
    const upstream = connect(to, '127.0.0.1')
    const cut = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.once('close', () => sockets.delete(socket))
    }
    let left = cutAfter
    carry(client, upstream, up, () => {}).catch(cut)
    carry(upstream, client, down, (length) => {
      bytes += length
      left -= length
      if (left <= 0) cut()
    }).catch(cut)
  })
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get bytes() {
      return bytes
    },
    get connections() {
      return sockets.size / 2
    },
    /** Holds all bytes back, or releases them. */
    hold(holds: boolean) {
      isHeld = holds
    },
    cut,
    /** Cuts all connections and refuses new ones, or takes connections again. */
    down(is: boolean) {
      isDown = is
      if (is) cut()
    },
    close() {
      isHeld = false
      server.close()
      cut()
    },
  }
}
