/**
 * Settings of who can reach the server: HOST and PORT [run.address], PUBLIC_URL [run.public-url],
 * the origins of pages and the trusted proxies. A server that others can reach needs its keys.
 */
import { isIP } from 'node:net'
import { type ConfigFault, parseWholeNumber, type Setting } from './setting'

// A name that ends in a number would be read as a malformed IP address.
const HOST_NAME = /^(?=.{1,253}$)(?!(?:.*\.)?\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/

export const HOST: Setting<string> = {
  variable: 'HOST',
  unset: '127.0.0.1',
  allowed: 'an IP address or a host name, without a port',
  read: (text) => (isIP(text) !== 0 || HOST_NAME.test(text) ? text : undefined),
}

/**
 * True if only this machine can reach the address. Other names than `localhost` may lead anywhere.
 */
const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || (isIP(host) === 4 && /^127\./.test(host))

export const PORT: Setting<number> = {
  variable: 'PORT',
  unset: 3000,
  allowed: 'a whole number from 0 (any free port) to 65535',
  read: (text) => parseWholeNumber(text, 0, 65_535),
}

/** Without a path, since the paths of pages are fixed, and without a slash at its end. */
export const PUBLIC_URL: Setting<string | null> = {
  variable: 'PUBLIC_URL',
  unset: null,
  allowed:
    'an http or https address such as https://paper.example, without a path: the server needs a ' +
    'host name of its own',
  read: (text) => {
    if (!/^https?:\/\/[\w.:[\]-]+\/?$/.test(text) || !URL.canParse(text)) return undefined
    return new URL(text).origin
  },
}

/** A page of an application's own scheme, such as tauri://localhost, has an origin as well. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]+$/i

/** The pages of other origins that may call the API and the stream: CORS_ORIGINS. [run.cors] */
export const CORS_ORIGINS: Setting<readonly string[] | '*' | null> = {
  variable: 'CORS_ORIGINS',
  unset: null,
  allowed: '*, or origins such as https://app.example separated by commas, without a path',
  read: (text) => {
    if (text === '*') return '*'
    const origins = text.split(',').map((part) => originOf(part.trim()))
    return origins.every((origin) => origin !== undefined) ? origins : undefined
  },
}

/** Normalizes an origin as browsers do: lower case, without the scheme's default port. */
function originOf(text: string): string | undefined {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return undefined
  const { origin } = new URL(text)
  return origin === 'null' ? text.toLowerCase() : origin
}

const PREFIX_MAX = { 4: 32, 6: 128 } as const

/** An IP address, or a network such as `10.0.0.0/8`. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (more.length > 0 || (family !== 4 && family !== 6)) return false
  return prefix === undefined || parseWholeNumber(prefix, 0, PREFIX_MAX[family]) !== undefined
}

export const TRUSTED_PROXIES: Setting<readonly string[] | null> = {
  variable: 'TRUSTED_PROXIES',
  unset: null,
  allowed: 'IP addresses and networks, by commas: 127.0.0.1,10.0.0.0/8',
  read: (text) => {
    const proxies = text.split(',').map((proxy) => proxy.trim())
    return proxies.every(isAddressOrNetwork) ? proxies : undefined
  },
}

interface Reach {
  readonly host: string
  readonly publicUrl: string | null
  readonly trustedProxies: readonly string[] | null
}

/** The setting that lets other machines reach the server; undefined if only this machine can. */
function reachedBy({ host, publicUrl, trustedProxies }: Reach): string | undefined {
  if (!isLoopback(host)) return `HOST=${host}`
  if (publicUrl !== null) return `PUBLIC_URL=${publicUrl}`
  return trustedProxies === null ? undefined : `TRUSTED_PROXIES=${trustedProxies.join(',')}`
}

/**
 * True if other machines can reach the server. Then a key is needed for what this machine may
 * otherwise use without one: behind a proxy every caller seems to be this machine.
 */
export const othersCanReach = (reach: Reach): boolean => reachedBy(reach) !== undefined

interface Keys {
  readonly sandbox: boolean
  readonly sandboxKey: string | null
  readonly metrics: boolean
  readonly metricsKey: string | null
}

/** The faults of parts that other machines can reach without a key. */
export function missingKeyFaults(config: Reach & Keys): readonly ConfigFault[] {
  const by = reachedBy(config)
  if (by === undefined) return []
  const parts = [
    { variable: 'SANDBOX', isOn: config.sandbox, key: config.sandboxKey },
    { variable: 'METRICS', isOn: config.metrics, key: config.metricsKey },
  ]
  return parts.flatMap(({ variable, isOn, key }) =>
    isOn && key === null
      ? [
          {
            variable,
            value: `on with ${by} and no ${variable}_KEY`,
            allowed:
              `on with ${variable}_KEY, or if others cannot reach the server: HOST is ` +
              '127.0.0.1, ::1 or localhost, and neither PUBLIC_URL nor TRUSTED_PROXIES is set; ' +
              'or off',
          },
        ]
      : [],
  )
}
