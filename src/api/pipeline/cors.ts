/**
 * Lets pages of other origins call the API from a browser [run.cors]. It never allows the browser's
 * credentials: callers sign in with a header of their own.
 */
import { Elysia } from 'elysia'
import { RESPONSE_HEADERS } from '../docs/openapi/headers'
import { REQUEST_ID_HEADER } from '../wire/request-id'
import { ALIASES } from './compat'
import { type AllowedOrigins, isAllowed } from './origins'
import { ACCOUNT_ID_HEADER } from './request-context'
import { SANDBOX_KEY_HEADER } from './sandbox-key'

const METHODS = 'GET, POST, PUT, DELETE'
const REQUEST_HEADERS = [
  ...['authorization', 'content-type'],
  ...[REQUEST_ID_HEADER, ACCOUNT_ID_HEADER, SANDBOX_KEY_HEADER],
]
const EXPOSED = Object.keys(RESPONSE_HEADERS).join(', ')
/** The longest time for which browsers keep a preflight's answer. */
const PREFLIGHT_SECONDS = '7200'

/** Null allows only the server's own pages; a preflight is then an unknown method. */
export const cors = (origins: AllowedOrigins | null, compat: 'next' | null = null) => {
  const allowed = [...REQUEST_HEADERS, ...(compat === null ? [] : ALIASES.map(([alias]) => alias))]
  const plugin = new Elysia({ name: 'api.cors' })
  if (origins === null) return plugin
  return plugin.onRequest(({ request, set }) => {
    const origin = request.headers.get('origin')
    if (origins !== '*') set.headers.vary = 'Origin'
    if (origin !== null && isAllowed(origins, origin)) {
      set.headers['access-control-allow-origin'] = origins === '*' ? '*' : origin
      set.headers['access-control-expose-headers'] = EXPOSED
    }
    if (!isPreflight(request)) return undefined
    set.headers['access-control-allow-methods'] = METHODS
    set.headers['access-control-allow-headers'] = allowed.join(', ')
    set.headers['access-control-max-age'] = PREFLIGHT_SECONDS
    set.status = 204
    return ''
  })
}

const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
