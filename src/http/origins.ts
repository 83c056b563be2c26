/** The web pages that may call this server, and the address at which callers reach it. */
import { isIP } from 'node:net'

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
