/**
 * Reads the URL of a PostgreSQL database, which may name several hosts as libpq's do [run.hosts]:
 * `postgres://user:password@h1:5432,h2:5433/database`.
 */

// An `@` after the hosts means that the password has an unescaped `/`, `?` or `#`. The rest of the
// password would then be taken for the name of a database, and be shown.
const START = String.raw`(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)`
const DATABASE_URL = new RegExp(
  String.raw`^${START}(?<hosts>[^/?#@]+)(?<end>(?:\/[^/?#@:]*)?(?:\?[^#@]*)?)$`,
)

/**
 * Returns a URL for each host, in their order, which names that host alone. Undefined if the text
 * is no URL of a database. A path of a socket, percent-encoded, is no host.
 */
export function urlsOfHosts(text: string): readonly string[] | undefined {
  const { start, hosts, end } = DATABASE_URL.exec(text)?.groups ?? {}
  if (start === undefined || hosts === undefined || end === undefined) return undefined
  // A user and a password at each host: they belong to all, and stand once.
  if (/@.*,.*@/.test(start)) return undefined
  const urls = hosts.split(',').map((host) => `${start}${host}${end}`)
  return urls.every(namesOneHost) ? urls : undefined
}

const namesOneHost = (url: string): boolean =>
  URL.canParse(url) && /^[^%,]+$/.test(new URL(url).hostname)

/** The hosts of the URL, each with its port: `h1:5432,h2:5433`. */
export const hostsOf = (text: string): string => (urlsOfHosts(text) ?? [text]).map(hostOf).join(',')

/** The host and the port of a URL that names one host. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || '5432'}`
}

/** The first of the URLs of the hosts, for what all of them share. */
export const firstUrlOf = (text: string): URL => new URL(urlsOfHosts(text)?.[0] ?? text)
