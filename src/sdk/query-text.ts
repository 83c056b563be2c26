/**
 * The query of an address as the server reads it. Eden repeats the parameter of a list, which the
 * server reads by commas, and puts a Temporal.Instant or PlainDate in quotes.
 */

/** A time or a date as JSON writes it, percent-encoded. */
const QUOTED_TIME = /^%22(\d{4}-\d\d-\d\d(?:T[\w.%+-]+)?)%22$/

/** The same address with each parameter once [request.repeated-query], and times without quotes. */
export function asServerReads(address: string): string {
  const start = address.indexOf('?')
  if (start < 0) return address
  const values = new Map<string, string[]>()
  for (const part of address.slice(start + 1).split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    const text = QUOTED_TIME.exec(value)?.[1] ?? value
    values.set(name, [...(values.get(name) ?? []), text])
  }
  const query = [...values].map(([name, list]) => `${name}=${list.join(',')}`)
  return `${address.slice(0, start)}?${query.join('&')}`
}
