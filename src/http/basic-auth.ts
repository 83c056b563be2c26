/**
 * Reads a client's id and secret from HTTP Basic credentials [token.basic]. It stands apart from
 * `body.ts`, in which nobody would look for a header.
 */

const BASIC = /^basic +([A-Za-z0-9+/]+=*)$/i

/**
 * The credentials as the fields of a form; none if the header has no Basic credentials. Both parts
 * are form-encoded before they are joined (RFC 6749, 2.3.1).
 */
export function basicCredentials(
  authorization: string | null,
): readonly (readonly [string, string])[] {
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
