/** A parameter of a query that is sent twice, or without a value [request.repeated-query]. */
import { type Refused, refusedParam } from '../../core/refusals'

const PARAM_LENGTH_MAX = 100

/** Checked after the shape, so that the parameter is a known one [request.empty-query]. */
export function repeatedOrEmpty(url: string): Refused<'invalid-parameter'> | undefined {
  const start = url.indexOf('?')
  if (start < 0 || isOneWithValue(url, start)) return undefined
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const reason = seen.has(name) ? 'it is sent twice' : value === '' ? 'it is empty' : undefined
    if (reason !== undefined) {
      return refusedParam('invalid-parameter', name.slice(0, PARAM_LENGTH_MAX), { reason })
    }
    seen.add(name)
  }
  return undefined
}

/** Most queries are a single `name=value`, which takes no parser to see. */
function isOneWithValue(url: string, start: number): boolean {
  const equals = url.indexOf('=', start)
  return equals > 0 && equals < url.length - 1 && !url.includes('&', start)
}
