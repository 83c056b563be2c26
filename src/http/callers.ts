/** Where requests come from: the one place that says whose address counts [run.trusted-proxies]. */
import { BlockList, isIP, isIPv4 } from 'node:net'
import { type Hops, hopsOf, isForwarded } from './forwarding'

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
