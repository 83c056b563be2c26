/** application/x-www-form-urlencoded, and the HTTP Basic credentials that may stand in it. */
import { type Refused, refused } from '../../core/refusals'

export type FormOutcome =
  | { readonly value: Readonly<Record<string, string>> }
  | Refused<'malformed-body'>

/** Never throws. An empty field counts as one left out (RFC 6749, 3.2). */
export function parseForm(text: string, authorization: string | null): FormOutcome {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) return twice(name)
    fields.set(name, value)
  }
  for (const [name, value] of basicCredentials(authorization)) {
    if (fields.get(name)) return twice(name)
    fields.set(name, value)
  }
  return { value: Object.fromEntries([...fields].filter(([, value]) => value !== '')) }
}

const twice = (name: string) =>
  refused('malformed-body', { reason: `the field ${name.slice(0, 64)} is sent twice` })

const BASIC = /^basic +([A-Za-z0-9+/]+=*)$/i

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function basicCredentials(authorization: string | null): readonly (readonly [string, string])[] {
  const encoded = BASIC.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return []
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return []
  return [
    ['client_id', formDecoded(pair.slice(0, colon))],
    ['client_secret', formDecoded(pair.slice(colon + 1))],
  ]
}

const formDecoded = (text: string): string =>
  new URLSearchParams(`_=${text.replaceAll('&', '%26')}`).get('_') ?? ''
