/**
 * The queries of a route that is asked for the same ones again and again: each is read and checked
 * once, and then known by its address. Elysia reads and checks the query of every request whose
 * route has a schema for it, which takes a twentieth of a quote. So such a route declares only the
 * type of its query, and stands behind a gate that does not look at queries. It checks the query
 * here, before its handler, and tells the document of its parameters by `detail`.
 */
import { type Static, type TSchema, ValidationError } from 'elysia'
import { parseQueryFromURL } from 'elysia/parse-query'
import { getSchemaValidator } from 'elysia/schema'
import type { Refused } from '../../core/refusals'
import { repeatedOrEmpty } from './gate'

export interface KnownQueries<Schema extends TSchema> {
  /**
   * For the route's `query`, whose type clients are checked against. Undefined when it runs, so
   * that Elysia reads no query.
   */
  readonly declared: Schema
  /**
   * Why the query is refused [request.repeated-query] [request.empty-query]. Throws the error that
   * Elysia throws where the schema does not allow it.
   */
  refusalOf(url: string): Refused<'invalid-parameter'> | undefined
  /** Of an address that is not refused. */
  of(url: string): Static<Schema>
  /** For the `detail` of the route. */
  readonly parameters: readonly Parameter[]
}

interface Parameter {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly description: string
  readonly example: unknown
  readonly schema: { readonly type: 'string' }
}

/** An object of texts: a query is kept as it was sent. */
type QuerySchema = TSchema & {
  readonly properties: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

/** More are forgotten at once; so are longer addresses, which would fill the memory. */
const KNOWN_MAX = 1_000
const ADDRESS_LENGTH_MAX = 2_000

/** `schema` is that of the route, as Elysia would have it. */
export function knownQueries<Schema extends QuerySchema>(schema: Schema): KnownQueries<Schema> {
  const validator = getSchemaValidator(schema)
  const known = new Map<string, Static<Schema>>()
  /** Of the request that is being answered, most likely. */
  let last: { readonly url: string; readonly query: Static<Schema> } | undefined

  function read(url: string): Static<Schema> {
    const start = url.indexOf('?') + 1
    const query: unknown = start === 0 ? {} : parseQueryFromURL(url, start)
    if (!validator.Check(query)) throw new ValidationError('query', validator, query)
    return query
  }

  function keep(url: string, query: Static<Schema>): void {
    if (known.size >= KNOWN_MAX) known.clear()
    if (url.length <= ADDRESS_LENGTH_MAX) known.set(url, query)
  }

  return {
    // safe: nothing reads the value, and the route's handler takes its query from `of`.
    declared: undefined as unknown as Schema, // tidy: a type alone
    refusalOf(url) {
      let query = known.get(url)
      if (query === undefined) {
        query = read(url)
        const refusal = repeatedOrEmpty(url)
        if (refusal !== undefined) return refusal
        keep(url, query)
      }
      last = { url, query }
      return undefined
    },
    of: (url) => (url === last?.url ? last.query : (known.get(url) ?? read(url))),
    parameters: Object.entries(schema.properties).map(([name, { description = '', examples }]) => ({
      ...{ name, in: 'query', description, schema: { type: 'string' } },
      required: schema.required?.includes(name) ?? false,
      example: examples?.[0],
    })),
  }
}
