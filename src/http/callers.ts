/**
 * Where requests come from: the one place that says whose address counts [run.trusted-proxies].
 * What proxies say of a request: that they have forwarded it, and for whom.
 */
import { BlockList, isIP, isIPv4 } from 'node:net'
import { asRequested } from './origins'

export interface Listening {
  requestIP(request: Request): { readonly address: string } | null
}

export interface Callers {
  /**
   * The address that the caller's attempts and limits count by. Undefined if nothing listens, as
   * in a test, or where the connection is gone.
   */
  addressOf(request: Request): string | undefined
  /** Whether it comes from this machine, and no proxy has forwarded it. */
  isThisMachine(request: Request): boolean
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** `trustedProxies`: addresses and networks; null: the connection's own address counts. */
export function callers(
  server: () => Listening | null,
  trustedProxies: readonly string[] | null,
): Callers {
  const isTrusted = trustedProxies === null ? () => false : memberOf(trustedProxies)
  const peerOf = (request: Request) => server()?.requestIP(request)?.address
  return {
    addressOf(request) {
      const peer = peerOf(request)
      return peer && networkOf(isTrusted(peer) ? callerBehind(peer, request, isTrusted) : peer)
    },
    isThisMachine: (request) => LOOPBACK.test(peerOf(request) ?? '') && !isForwarded(request),
  }
}

/**
 * A proxy adds to one of the two headers, and hands on the other as the caller wrote it. So where
 * they say otherwise, neither counts: the caller then counts as the proxy.
 */
function callerBehind(
  peer: string,
  { headers }: Request,
  isTrusted: (address: string) => boolean,
): string {
  const [found = peer, ...others] = hopsOf(headers)
    .filter((hops) => hops !== null)
    .map((hops) => lastTrusted(peer, hops, isTrusted))
  return others.every((other) => networkOf(other) === networkOf(found)) ? found : peer
}

/** From the right: what a proxy says counts as far as the proxy is trusted. */
function lastTrusted(
  peer: string,
  hops: NonNullable<Hops>,
  isTrusted: (address: string) => boolean,
): string {
  let caller = peer
  for (const hop of hops.toReversed()) {
    if (hop === undefined) break
    caller = hop
    if (!isTrusted(hop)) break
  }
  return caller
}

function memberOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  // An IPv4 address that is mapped into IPv6 is found as the IPv4 address that it is.
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * An IPv4 address as it is, also where it is mapped into IPv6; of an IPv6 address its /64. A single
 * host has all of a /64 to itself, so its addresses share one limit [rate-limit.strangers].
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = Array.from(
    { length: Math.max(0, GROUPS - before.length - after.length) },
    () => '0',
  )
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after]
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

const groupsOf = (text: string): readonly string[] =>
  text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

/** No program on this machine sends these by itself. */
const PROXYS_HEADER = new RegExp(
  `^(?:${[
    'forwarded|via|x-(?:original-)?forwarded(?:-[a-z-]+)?|cdn-loop|x-amzn-trace-id',
    'x-(?:real|client|cluster-client)-ip|(?:true|fastly)-client-ip|cf-connecting-ip(?:v6)?',
    'x-envoy-external-address',
  ].join('|')})$`,
)

/**
 * Whether a proxy has forwarded the request, as far as it shows: by a header of proxies, or by a
 * name of the internet in its address [run.reach]. A proxy may add nothing and keep no name, so
 * this closes what the settings leave open, and opens nothing by itself.
 */
export function isForwarded(request: Pick<Request, 'url' | 'headers'>): boolean {
  for (const [name] of request.headers) if (PROXYS_HEADER.test(name)) return true
  return asRequested(request) === ''
}

/** For whom the request was forwarded, from proxy to proxy; null where the header is missing. */
export type Hops = readonly (string | undefined)[] | null

/** A hop that is no IP address is undefined. */
export function hopsOf(headers: Headers): readonly Hops[] {
  const list = headers.get('x-forwarded-for')
  const forwarded = headers.get('forwarded')
  return [
    list === null ? null : list.split(',').map(addressIn),
    forwarded === null ? null : forwarded.split(',').map(forIn),
  ]
}

/** RFC 7239: `for=192.0.2.60;proto=https`. */
function forIn(element: string): string | undefined {
  const [, quoted, plain] = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(element) ?? []
  return addressIn(quoted ?? plain ?? '')
}

/** An address with or without a port. One of IPv6 with a port is in brackets. */
function addressIn(hop: string): string | undefined {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(hop.trim()) ?? []
  const text = bracketed ?? hop.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIP(text) === 0 ? undefined : text
}
