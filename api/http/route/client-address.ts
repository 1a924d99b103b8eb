// Finds the client of a request: the connection's peer or, if the peer is a trusted proxy, the client in `X-Forwarded-For`. The header is
// read from right to left, up to the first address that is not a trusted proxy. Everything to the left of this address may be invented by
// the client. Without trusted proxies, the header is never read.
import { BlockList, isIP, isIPv4 } from 'node:net'
import { StartupError } from '../../../schema/errors.ts'
import type { HttpRequest, HttpResponse } from '../native-server.ts'

export interface Client {
  readonly address: string
  /** From this machine, and not forwarded. */
  readonly isLocal: boolean
  /** The peer is a trusted proxy, so `X-Forwarded-Proto` and `X-Forwarded-Host` are used. */
  readonly isProxied: boolean
}

const listOf = (subnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList => {
  const list = new BlockList()
  for (const [address, prefix, family] of subnets) list.addSubnet(address, prefix, family)
  return list
}

const LOOPBACK = listOf([
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
])

const PRIVATE = listOf([
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
])

const MAPPED = /^(?:::|0000:0000:0000:0000:0000:)ffff:(.+)$/i

/** IPv4 may be written as IPv6 (`::ffff:1.2.3.4`, or in hex). */
const unmapped = (address: string): string => {
  const inner = MAPPED.exec(address)?.[1]
  if (inner === undefined) return address
  if (isIPv4(inner)) return inner
  const [high, low] = inner.split(':').map((part) => Number.parseInt(part, 16))
  if (high === undefined || low === undefined) return address
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

export const isLoopback = (address: string): boolean => isIn(LOOPBACK, unmapped(address))

const HEADER = 'x-forwarded-for'

/** A proxy may add its own line after the client's. */
const forwardedForOf = (request: Pick<HttpRequest, 'forEach'>): string => {
  const lines: string[] = []
  request.forEach((name, value) => {
    if (name === HEADER) lines.push(value)
  })
  return lines.join(',')
}

/** Proxies write an address in brackets, with a port, as eight groups with a port, or with a zone. */
const FORMS =
  /^(?:\[([^\]%]+)[^\]]*\](?::\d{1,5})?|([\d.]+):\d{1,5}|((?:[\da-f]+:){7}[\da-f]+):\d{1,5}|([^%]+)%.*)$/i

/** The item may be in quotes. */
const addressIn = (item: string): string => {
  const text = item.trim().replace(/^"(.*)"$/, '$1')
  const [, ...forms] = FORMS.exec(text) ?? []
  return unmapped(forms.find((form) => form !== undefined) ?? text)
}

type Peer = Pick<HttpResponse, 'getRemoteAddressAsText'>

export const peerOf = (response: Peer): string =>
  Buffer.from(response.getRemoteAddressAsText()).toString('latin1')

export class Clients {
  #isProxyNamed = false
  #isUnreadableNamed = false

  readonly #trusted: BlockList | undefined
  readonly #onUntrusted: (peer: string) => void
  readonly #onUnreadable: (item: string) => void

  /**
   * @param trusted undefined for none
   * @param onUntrusted called once, with the address of a peer that looks like the operator's proxy but is not trusted
   * @param onUnreadable called once, with an item of a trusted proxy's header that is not an address
   */
  constructor(
    trusted: BlockList | undefined,
    onUntrusted: (peer: string) => void = () => {},
    onUnreadable: (item: string) => void = () => {},
  ) {
    this.#trusted = trusted
    this.#onUntrusted = onUntrusted
    this.#onUnreadable = onUnreadable
  }

  /** The header for `of`; empty if it is not needed. Call this while the request object is valid. */
  forwardedFor(request: Pick<HttpRequest, 'forEach' | 'getHeader'>, response: Peer): string {
    if (this.#trusted !== undefined) return forwardedForOf(request)
    if (!this.#isProxyNamed && request.getHeader(HEADER) !== '') this.#nameProxy(unmapped(peerOf(response)))
    return ''
  }

  of(peer: string, forwardedFor: string): Client {
    const trusted = this.#trusted
    const address = unmapped(peer)
    const isProxy = trusted !== undefined && isIn(trusted, address)
    if (!isProxy && forwardedFor !== '') this.#nameProxy(address)
    if (!isProxy || forwardedFor === '')
      return { address, isLocal: isIn(LOOPBACK, address), isProxied: isProxy }
    for (const text of forwardedFor.split(',').reverse()) {
      const named = addressIn(text)
      // The client wrote this item, or a proxy that hides addresses. Items to its left are ignored.
      if (isIP(named) === 0) {
        this.#nameUnreadable(text.trim())
        break
      }
      if (!isIn(trusted, named)) return { address: named, isLocal: false, isProxied: true }
    }
    return { address, isLocal: false, isProxied: true }
  }

  #nameUnreadable(item: string): void {
    if (this.#isUnreadableNamed) return
    this.#isUnreadableNamed = true
    this.#onUnreadable(item.slice(0, 100))
  }

  #nameProxy(address: string): void {
    if (this.#isProxyNamed || !isIn(PRIVATE, address)) return
    this.#isProxyNamed = true
    this.#onUntrusted(address)
  }
}

/**
 * The setting has addresses and subnets, separated by commas.
 * @throws {StartupError} for any other item
 */
export const readTrustedProxies = (text: string | undefined): BlockList | undefined => {
  if (text === undefined) return undefined
  return listOf(
    text.split(',').map((part) => {
      const [address = '', prefix, ...more] = part.trim().split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      const longest = family === 'ipv6' ? 128 : 32
      const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : longest + 1
      if (isIP(address) === 0 || length > longest || more.length > 0)
        throw new StartupError(
          `TRUST_PROXY must be addresses or subnets, separated by commas, such as 10.0.0.0/8, not "${part.trim()}"`,
        )
      return [address, length, family] as const
    }),
  )
}

/** The prefix in one notation; undefined for IPv4. */
const prefixOf = (address: string, hextets: number): string | undefined => {
  if (!address.includes(':')) return undefined
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right]
    .slice(0, hextets)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

/** An IPv4 address, or an IPv6 address's /64 network. */
export const limitKey = (address: string): string => prefixOf(address, 4) ?? address

/** One person may have a whole /48 network of IPv6; undefined for IPv4. */
export const siteKey = (address: string): string | undefined => prefixOf(address, 3)
