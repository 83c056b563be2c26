/**
 * Lets pages of other origins call the API from a browser [run.cors]. It never allows the browser's
 * credentials: callers sign in with a header of their own.
 */

import { type AllowedOrigins, isAllowed } from './addresses'
import { SANDBOX_KEY_HEADER } from './auth'
import type { Cors } from './call'
import { RESPONSE_HEADERS } from './docs/openapi/headers'
import { ALIASES } from './respond'
import { ACCOUNT_ID_HEADER, REQUEST_ID_HEADER } from './wire/schemas'

const METHODS = 'GET, POST, PUT, DELETE'
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  REQUEST_ID_HEADER,
  ACCOUNT_ID_HEADER,
  SANDBOX_KEY_HEADER,
]
const EXPOSED = Object.keys(RESPONSE_HEADERS).join(', ')
/** The longest time for which browsers keep a preflight's answer. */
const PREFLIGHT_SECONDS = '7200'

export function cors(origins: AllowedOrigins, compat: boolean): Cors {
  const allowed = [...REQUEST_HEADERS, ...(compat ? ALIASES.values() : [])].join(', ')
  return {
    preflight: (request) =>
      isPreflight(request)
        ? new Response(null, {
            status: 204,
            headers: {
              'access-control-allow-methods': METHODS,
              'access-control-allow-headers': allowed,
              'access-control-max-age': PREFLIGHT_SECONDS,
            },
          })
        : undefined,
    allow(request, { headers }) {
      const origin = request.headers.get('origin')
      if (origins !== '*') headers.append('vary', 'Origin')
      if (origin === null || !isAllowed(origins, origin)) return
      headers.set('access-control-allow-origin', origins === '*' ? '*' : origin)
      headers.set('access-control-expose-headers', EXPOSED)
    },
  }
}

const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
