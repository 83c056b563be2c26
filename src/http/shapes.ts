/**
 * Checks the parts of a request against the schemas of its endpoint. A query is also checked for
 * repeated and empty parameters, and for times in Korea.
 */
import { type TSchema, t, ValidationError } from 'elysia'
import { parseQueryFromURL } from 'elysia/parse-query'
import { getSchemaValidator } from 'elysia/schema'
import { type Refused, refusedParam } from '../core/refusals'
import { isReadAsKorean, Temporal } from '../core/time'
import { type ShapeRefusal, shapeRefusalOf } from './wire/validation-errors'

type Check = (value: unknown) => ShapeRefusal | undefined

interface Schemas {
  readonly params: TSchema | undefined
  readonly query: TSchema | undefined
  readonly body: TSchema | undefined
  readonly answer: TSchema | undefined
}

/** Validators are compiled, so each is made at its first use. */
export class Shapes {
  readonly #schemas: Schemas
  #query: CheckQuery | undefined
  #params: Check | undefined
  #body: Check | undefined
  #answer: Check | undefined

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  query(url: string): ReturnType<CheckQuery> {
    this.#query ??= queryCheck(this.#schemas.query ?? NO_QUERY)
    return this.#query(url)
  }

  params(sent: unknown): ShapeRefusal | undefined {
    this.#params ??= shapeCheck('params', this.#schemas.params)
    return this.#params(sent)
  }

  body(sent: unknown): ShapeRefusal | undefined {
    this.#body ??= shapeCheck('body', this.#schemas.body)
    return this.#body(sent)
  }

  answer(sent: unknown): ShapeRefusal | undefined {
    this.#answer ??= shapeCheck('response', this.#schemas.answer)
    return this.#answer(sent)
  }
}

/** Unknown query parameters are refused, even if none is declared [request.unknown-query]. */
const NO_QUERY = t.Object({}, { additionalProperties: false })

function shapeCheck(part: 'params' | 'body' | 'response', schema: TSchema | undefined): Check {
  if (schema === undefined) return () => undefined
  const validator = getSchemaValidator(schema)
  return (value) =>
    validator.Check(value) ? undefined : shapeRefusalOf(new ValidationError(part, validator, value))
}

export interface CheckedQuery {
  readonly query: unknown
  /** Whether one of its times has no offset [time.assumed]. */
  readonly hasKoreanTime: boolean
  /** Set if one of its parameters is repeated or empty. */
  readonly refusal?: Refused<'invalid-parameter'>
}

/** Checks the query of an address: its values, or the refusal of its shape. */
export type CheckQuery = (url: string) => CheckedQuery | ShapeRefusal

/**
 * The most addresses cached for each endpoint; one more empties the cache. Long addresses are not
 * cached, since they would fill the memory.
 */
const CACHED_MAX = 500
const ADDRESS_LENGTH_MAX = 1_000

/** Caches checked queries by address: a bot asks for the same few addresses again and again. */
export function queryCheck(schema: TSchema): CheckQuery {
  const validator = getSchemaValidator(schema)
  const cache = new Map<string, CheckedQuery>()

  function check(url: string): ReturnType<CheckQuery> {
    const start = url.indexOf('?') + 1
    const sent: object = start === 0 ? {} : parseQueryFromURL(url, start)
    if (!validator.Check(sent)) return shapeRefusalOf(new ValidationError('query', validator, sent))
    const refusal = repeatedOrEmpty(url)
    if (refusal !== undefined) return { query: sent, hasKoreanTime: false, refusal }
    const query = validator.Decode(sent)
    return { query, hasKoreanTime: hasKoreanTime(sent, query) }
  }

  return (url) => {
    const cached = cache.get(url)
    if (cached !== undefined) return cached
    const checked = check(url)
    if ('refused' in checked || checked.refusal || url.length > ADDRESS_LENGTH_MAX) return checked
    if (cache.size >= CACHED_MAX) cache.clear()
    cache.set(url, checked)
    return checked
  }
}

const PARAM_LENGTH_MAX = 100

/** Checked after the shape, so that the refusal names a known parameter [request.empty-query]. */
export function repeatedOrEmpty(url: string): Refused<'invalid-parameter'> | undefined {
  const start = url.indexOf('?')
  if (start < 0) return undefined
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

const ZONE_HEADER = 'x-time-zone-assumed'
/** The zone in which a time without an offset is read. */
export const ASSUMED_ZONE = 'Asia/Seoul'

function hasKoreanTime(sent: object, query: unknown): boolean {
  const texts = new Map(Object.entries(sent))
  return Object.entries(Object(query)).some(
    ([name, value]) =>
      value instanceof Temporal.Instant &&
      isReadAsKorean(String(texts.get(name)).replace(' ', '+')),
  )
}

/** Notes in the answer that a time was read as Korean [time.assumed]. */
export function noteAssumedZone(headers: Record<string, string>): void {
  headers[ZONE_HEADER] = ASSUMED_ZONE
}

/** Does the same for the times of a body, as they were sent. */
export function noteKoreanTimes(
  headers: Record<string, string>,
  times: readonly (string | undefined)[],
): void {
  const areKorean = times.some((text) => text !== undefined && isReadAsKorean(text))
  if (areKorean) noteAssumedZone(headers)
}
