import { isIP } from 'node:net'

/**
 * The address under which callers reach this server: what `docUrl` and the documents at /docs
 * begin with (D8). Never with a slash at its end; empty where nothing trustworthy names it.
 */
export type ReachedAt = (request: Pick<Request, 'url'>) => string

const ORIGIN = /^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?(?=[/?#]|$)/i
/** No domain of the internet ends so: names of one label, and those of local networks. */
const LOCAL_NAME = /^[\w-]+$|\.(?:localhost|local|lan|internal|home\.arpa|test)$/i

/**
 * As the caller wrote it, where that can only be this server: an IP address or a local name. Any
 * other could be put into a Host header to lead a reader elsewhere, so the address then is relative
 * to the page, and PUBLIC_URL is what names the server.
 */
export const asAsked: ReachedAt = ({ url }) => {
  const [origin = '', host = ''] = ORIGIN.exec(url) ?? []
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(host) ? origin : ''
}

/** PUBLIC_URL wins, since behind a proxy the request names another address. */
export const reachedAt = (publicUrl: string | null): ReachedAt =>
  publicUrl === null ? asAsked : () => publicUrl
