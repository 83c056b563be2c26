/**
 * Whether others than this machine can reach the server [run.reach], and from which proxies the
 * address of a caller is believed, TRUSTED_PROXIES [run.trusted-proxies].
 */
import { isIP } from 'node:net'
import { isLoopback } from './address'
import { type ConfigFault, parseWholeNumber, type Setting } from './setting'

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

/** The settings that say who can reach the server. */
interface Reach {
  readonly host: string
  readonly publicUrl: string | null
  readonly trustedProxies: readonly string[] | null
}

/** The setting by which others can reach the server; undefined: only this machine can. */
function reachedBy({ host, publicUrl, trustedProxies }: Reach): string | undefined {
  if (!isLoopback(host)) return `HOST=${host}`
  if (publicUrl !== null) return `PUBLIC_URL=${publicUrl}`
  return trustedProxies === null ? undefined : `TRUSTED_PROXIES=${trustedProxies.join(',')}`
}

/**
 * What this machine alone may use without a key needs one where others can reach the server: behind
 * a proxy every caller seems to be this machine.
 */
export const othersCanReach = (reach: Reach): boolean => reachedBy(reach) !== undefined

interface Keys {
  readonly sandbox: boolean
  readonly sandboxKey: string | null
  readonly metrics: boolean
  readonly metricsKey: string | null
}

/** The faults of parts that others can reach, and that no key closes. */
export function openDoorFaults(config: Reach & Keys): readonly ConfigFault[] {
  const by = reachedBy(config)
  if (by === undefined) return []
  const doors = [
    { variable: 'SANDBOX', isOn: config.sandbox, key: config.sandboxKey },
    { variable: 'METRICS', isOn: config.metrics, key: config.metricsKey },
  ]
  return doors.flatMap(({ variable, isOn, key }) =>
    isOn && key === null
      ? [
          {
            variable,
            value: `on with ${by} and no ${variable}_KEY`,
            allowed:
              `on with ${variable}_KEY, or where others cannot reach the server: HOST is ` +
              '127.0.0.1, ::1 or localhost, and neither PUBLIC_URL nor TRUSTED_PROXIES is set; ' +
              'or off',
          },
        ]
      : [],
  )
}
