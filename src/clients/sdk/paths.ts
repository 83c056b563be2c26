/**
 * Encodes what a call passes as an id or a symbol, so that it stays one segment of its path. Eden
 * inserts it as it is: the id `../../paper/orders` would reach another endpoint.
 */

/** The last parts of Eden's calls; what any other call is given is a part of the path. */
const METHODS: ReadonlySet<string> = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'connect',
  'subscribe',
])

/** A part of Eden's API: the properties and the results of parts are parts, too. */
type Part = (...args: unknown[]) => unknown

/** Returns Eden's API with encoded parameters. */
export const withEncodedPaths = <Api>(api: Api): Api =>
  // safe: the proxy passes every call and every property on to the API.
  isPart(api) ? (encoding(api, '') as Api & Part) : api

const isPart = (value: unknown): value is Part => typeof value === 'function'

function encoding(part: Part, name: string): Part {
  return new Proxy(part, {
    get(target, key) {
      const next: unknown = Reflect.get(target, key)
      return isPart(next) && typeof key === 'string' ? encoding(next, key) : next
    },
    apply(target, self, args: unknown[]) {
      if (METHODS.has(name)) return Reflect.apply(target, self, args)
      const next: unknown = Reflect.apply(target, self, args.map(withEncodedValues))
      return isPart(next) ? encoding(next, '') : next
    },
  })
}

const withEncodedValues = (parameters: unknown): unknown =>
  Object.fromEntries(
    Object.entries(Object(parameters)).map(([name, value]) => [name, segmentOf(String(value))]),
  )

/** URLs resolve one or two dots even if they are encoded, so these are encoded twice. */
const segmentOf = (text: string): string =>
  text === '.' || text === '..' ? text.replaceAll('.', '%252E') : encodeURIComponent(text)
