/** What proxies say of a request: that they have forwarded it, and for whom. */
import { isIP } from 'node:net'
import { asRequested } from './origins'

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
