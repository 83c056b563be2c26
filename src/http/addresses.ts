/**
 * The addresses of a request: of the web page that sends it, of the server as the caller wrote it,
 * and of the caller.
 */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Origins of web pages as browsers send them; `*` allows every page [run.cors]. */
export type AllowedOrigins = readonly string[] | '*'

export const isAllowed = (origins: AllowedOrigins, origin: string): boolean =>
  origins === '*' || origins.includes(origin)

/** Whether the page is one of the server's own. */
export function isOwnPage(origin: string, addresses: readonly string[]): boolean {
  const host = hostOf(origin)
  return host !== undefined && addresses.some((address) => hostOf(address) === host)
}

/**
 * Host and port; undefined if there is none. The scheme does not count, since a proxy that ends TLS
 * changes it.
 */
export function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host || undefined : undefined
}

/**
 * The address at which callers reach this server: the beginning of every `docUrl`, and of the
 * documents at /docs. It never ends with a slash, and is empty if no trustworthy source names it.
 */
export type BaseUrlOf = (request: Pick<Request, 'url'>) => string

const ORIGIN = /^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?(?=[/?#]|$)/i
/** Names that no domain of the internet has: a single label, or a name of a local network. */
const LOCAL_NAME = /^[\w-]+$|\.(?:localhost|local|lan|internal|home\.arpa|test)$/i

/**
 * The address that the caller wrote, if it can only be this server: an IP address or a local name.
 * Anybody could put another name into a Host header to lead a reader elsewhere. Links are then
 * relative to the page, and PUBLIC_URL names the server.
 */
export const requestedOrigin: BaseUrlOf = ({ url }) => {
  const [origin = '', host = ''] = ORIGIN.exec(url) ?? []
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(host) ? origin : ''
}

/** PUBLIC_URL wins, since behind a proxy the request has another address [run.public-url]. */
export const baseUrlOf = (publicUrl: string | null): BaseUrlOf =>
  publicUrl === null ? requestedOrigin : () => publicUrl

/** The path of a request's URL, without its query. A request without a Host has the path alone. */
export function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end)
}

// The address that a request counts by [run.trusted-proxies], and whether a proxy has forwarded it.

export interface Listening {
  requestIP(request: Request): { readonly address: string } | null
}

export interface Callers {
  /**
   * The address that the caller's attempts and limits count by. Undefined if nothing listens, as in
   * a test, or if the connection is closed.
   */
  addressOf(request: Request): string | undefined
  /** Whether the request comes from this machine, and no proxy has forwarded it. */
  isThisMachine(request: Request): boolean
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** If `trustedProxies` (addresses and networks) is null, the connection's own address counts. */
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
 * A proxy adds to one of the two headers, and passes on the other as the caller wrote it. If they
 * disagree, neither counts: the caller then counts as the proxy.
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

/** Reads from the right: a hop counts if a trusted proxy reports it. */
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
  // An IPv4 address that is mapped into IPv6 matches as IPv4.
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Returns an IPv4 address as it is, or unmapped from IPv6, and the /64 of an IPv6 address. A single
 * host has a whole /64, so its addresses share one limit [rate-limit.strangers].
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

/** Headers that proxies add, and programs on this machine do not. */
const PROXYS_HEADER = new RegExp(
  `^(?:${[
    'forwarded|via|x-(?:original-)?forwarded(?:-[a-z-]+)?|cdn-loop|x-amzn-trace-id',
    'x-(?:real|client|cluster-client)-ip|(?:true|fastly)-client-ip|cf-connecting-ip(?:v6)?',
    'x-envoy-external-address',
  ].join('|')})$`,
)

/**
 * Whether a proxy has visibly forwarded the request: by a header of proxies, or by a name of the
 * internet in its address [run.reach]. A proxy may leave no trace, so this is a second check behind
 * the settings, and never the only one.
 */
export function isForwarded(request: Pick<Request, 'url' | 'headers'>): boolean {
  for (const [name] of request.headers) if (PROXYS_HEADER.test(name)) return true
  return requestedOrigin(request) === ''
}

/** The addresses for which proxies forwarded the request; null if the header is missing. */
type Hops = readonly (string | undefined)[] | null

/** A hop that is no IP address is undefined. */
function hopsOf(headers: Headers): readonly Hops[] {
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

/** Parses an address with or without a port. An IPv6 address with a port is in brackets. */
function addressIn(hop: string): string | undefined {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(hop.trim()) ?? []
  const text = bracketed ?? hop.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIP(text) === 0 ? undefined : text
}
