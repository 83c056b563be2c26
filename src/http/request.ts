/**
 * Reads the parts of a request, and checks them against the schemas of its endpoint. Reading a body
 * never throws [request.body].
 *
 * JSON is strict: a value is read exactly as it was written [request.places]. JSON.parse alone
 * would round a price of twenty digits, turn 1e400 into Infinity, and silently take the last of two
 * equal keys. Each of these could place another order than the client meant.
 */

import { type TSchema, t, ValidationError } from 'elysia'
import { parseQueryFromURL } from 'elysia/parse-query'
import { getSchemaValidator } from 'elysia/schema'
import { DIGITS_EXACT } from '../core/decimal'
import { BODY_BYTES_MAX } from '../core/limits'
import { amount } from '../core/money'
import { isRefused, type Refused, refused, refusedParam } from '../core/refusals'
import { isReadAsKorean, Temporal } from '../core/time'
import { type ShapeRefusal, shapeRefusalOf } from './wire/validation-errors'

type UnreadBody = Refused<
  'unsupported-content-type' | 'body-too-large' | 'malformed-body' | 'invalid-parameter'
>
export type BodyOutcome = { readonly value: unknown } | UnreadBody

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** How an endpoint's body is written. */
export type BodyKind = 'json' | 'json-or-nothing' | 'form'

/**
 * Reads the body of a request. JSON [request.content-type] may be optional: no body is then an
 * empty object. In a form Basic credentials count as fields [token.basic].
 */
export function readBody(request: Request, kind: BodyKind): BodyOutcome | Promise<BodyOutcome> {
  switch (kind) {
    case 'json-or-nothing':
      return isEmpty(request) ? NOTHING : readText(request, JSON_TYPE, parseJson)
    case 'json':
      return readText(request, JSON_TYPE, parseJson)
    case 'form':
      return readText(request, FORM_TYPE, (text) =>
        parseForm(text, request.headers.get('authorization')),
      )
  }
}

const NOTHING: BodyOutcome = { value: {} }

/** Checks the length first, because Bun makes a stream of a body that is looked at. */
function isEmpty(request: Request): boolean {
  const length = request.headers.get('content-length')
  return length === null ? request.body === null : length === '0'
}

/** Reads the whole text and parses it; returns a promise only if it has to wait. */
function readText(
  request: Request,
  expected: string,
  parse: (text: string) => BodyOutcome,
): BodyOutcome | Promise<BodyOutcome> {
  const { headers } = request
  const contentType = headers.get('content-type') ?? ''
  if (contentType !== expected && mediaTypeOf(contentType) !== expected) {
    return refused('unsupported-content-type', { expected })
  }
  const whole = (bytes: ArrayBuffer | Uint8Array | undefined): BodyOutcome => {
    const text = textOf(bytes)
    return typeof text === 'string' ? parse(text) : text
  }
  const length = headers.get('content-length')
  if (length === null) {
    // Counts the bytes as they arrive.
    return request.body === null ? parse('') : readStream(request.body).then(whole, notRead)
  }
  if (Number(length) > BODY_BYTES_MAX) return tooLarge()
  return request.arrayBuffer().then(whole, notRead)
}

const tooLarge = () => refused('body-too-large', { limitBytes: BODY_BYTES_MAX })

/** `bytes` is undefined if the body is larger than the limit. */
function textOf(bytes: ArrayBuffer | Uint8Array | undefined): string | UnreadBody {
  if (bytes === undefined) return tooLarge()
  try {
    return utf8.decode(bytes)
  } catch {
    return refused('malformed-body', { reason: 'it is not valid UTF-8' })
  }
}

const notRead = (): UnreadBody => refused('malformed-body', { reason: 'it did not arrive whole' })

const mediaTypeOf = (contentType: string): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''

async function readStream(body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Never throws. An empty field counts as a missing one (RFC 6749, 3.2). */
function parseForm(text: string, authorization: string | null): BodyOutcome {
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

type JsonRefusal = Refused<'malformed-body' | 'invalid-parameter'>

/** Far more than any body of this API needs, and far less than the parser's stack allows. */
const DEPTH_MAX = 32

const malformed = (reason: string): JsonRefusal => refused('malformed-body', { reason })

/** Never throws. */
export function parseJson(text: string): { readonly value: unknown } | JsonRefusal {
  const facts = scan(text)
  if (facts.depthMax > DEPTH_MAX) return malformed(`it is nested deeper than ${DEPTH_MAX} levels`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed(text.trim() === '' ? 'it is empty' : 'it is not valid JSON')
  }
  if (facts.colons !== countMembers(value)) return malformed('it has the same field twice')
  return (facts.hasLongNumber ? inexactNumber(text) : undefined) ?? { value }
}

/** Reads a message as strictly as a body; returns undefined if it cannot be read. */
export function jsonInMessage(message: string | Uint8Array): unknown {
  if (typeof message !== 'string') return undefined
  const parsed = parseJson(message)
  return isRefused(parsed) ? undefined : parsed.value
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  let count = Array.isArray(value) ? 0 : members.length
  for (const member of members) {
    if (typeof member === 'object' && member !== null) count += countMembers(member)
  }
  return count
}

interface Literal {
  readonly holder: unknown
  readonly key: string
  readonly source: string
}

/** Refuses the first number whose double does not print back as the written decimal. */
function inexactNumber(text: string): JsonRefusal | undefined {
  let inexact: Literal | undefined
  function visit(this: unknown, key: string, value: unknown, context?: { source?: string }) {
    const source = context?.source ?? ''
    if (typeof value === 'number' && !isExact(value, source)) {
      inexact ??= { holder: this, key, source }
    }
    return value
  }
  const root: unknown = JSON.parse(text, visit)
  return inexact && refuseNumber(root, inexact)
}

function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true
  return Number.isFinite(value) && amount(source).eq(amount(String(value)))
}

function refuseNumber(root: unknown, { holder, key, source }: Literal): JsonRefusal {
  const path = pathTo(root, holder)
  const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source
  const digits = digitsIn(source)
  // A number with few digits is too large or too small.
  const why =
    digits > DIGITS_EXACT
      ? `has ${digits} digits, more than JSON readers keep (about ${DIGITS_EXACT})`
      : 'is beyond what JSON readers keep'
  return refusedParam('invalid-parameter', path === undefined ? 'body' : [...path, key].join('.'), {
    reason: `the number ${shown} ${why}`,
  })
}

/** The digits of its mantissa. */
const digitsIn = (source: string): number => (source.split(/e/i)[0] ?? '').replace(/\D/g, '').length

function pathTo(from: unknown, holder: unknown): readonly string[] | undefined {
  if (from === holder) return []
  if (typeof from !== 'object' || from === null) return undefined
  for (const [key, value] of Object.entries(from)) {
    const rest = pathTo(value, holder)
    if (rest !== undefined) return [key, ...rest]
  }
  return undefined
}

/** Facts that JSON.parse does not return, found in one pass that does not validate. */
interface Scan {
  /** Colons outside strings: one for each member written, repeated keys included. */
  readonly colons: number
  readonly depthMax: number
  /** Whether a number may not fit a double exactly: it is long, or has an exponent. */
  readonly hasLongNumber: boolean
}

/** A double holds every decimal of up to 15 digits. */
const DIGITS_SAFE = 15
const QUOTE = 34
const PLUS = 43
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const OPENING_BRACKET = 91
const BACKSLASH = 92
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

function scan(text: string): Scan {
  let colons = 0
  let depth = 0
  let depthMax = 0
  let hasLongNumber = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = closingQuote(text, at)
    else if (code === COLON) colons++
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth++
      if (depth > depthMax) depthMax = depth
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--
    else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const end = endOfNumber(text, at)
      if (end - at > DIGITS_SAFE || isExponent(text.charCodeAt(end))) hasLongNumber = true
      at = end - 1
    }
  }
  return { colons, depthMax, hasLongNumber }
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

function endOfNumber(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const goesOn =
      (code >= ZERO && code <= NINE) || code === POINT || code === PLUS || code === MINUS
    if (!goesOn) return at
  }
  return text.length
}

const isExponent = (code: number): boolean => code === 101 || code === 69 // e, E

const BASIC = /^basic +([A-Za-z0-9+/]+=*)$/i

/**
 * Returns a client's id and secret of HTTP Basic credentials as the fields of a form [token.basic];
 * none if the header has no such credentials. Both parts are form-encoded before they are joined
 * (RFC 6749, 2.3.1).
 */
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

// A query is also checked for repeated and empty parameters, and for times in Korea.

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

type Validator = ReturnType<typeof getSchemaValidator<TSchema>>

const validators = new WeakMap<TSchema, Validator>()

/** Compiles a schema once for all brokers of the process, since a validator has no state. */
function validatorOf(schema: TSchema): Validator {
  const existing = validators.get(schema)
  if (existing !== undefined) return existing
  const validator = getSchemaValidator(schema)
  validators.set(schema, validator)
  return validator
}

/** Unknown query parameters are refused, even if none is declared [request.unknown-query]. */
const NO_QUERY = t.Object({}, { additionalProperties: false })

function shapeCheck(part: 'params' | 'body' | 'response', schema: TSchema | undefined): Check {
  if (schema === undefined) return () => undefined
  const validator = validatorOf(schema)
  return (value) =>
    validator.Check(value) ? undefined : shapeRefusalOf(new ValidationError(part, validator, value))
}

interface CheckedQuery {
  readonly query: unknown
  /** Whether one of its times has no offset [time.assumed]. */
  readonly hasKoreanTime: boolean
  /** Set if one of its parameters is repeated or empty. */
  readonly refusal?: Refused<'invalid-parameter'>
}

/** Checks the query of an address: its values, or the refusal of its shape. */
type CheckQuery = (url: string) => CheckedQuery | ShapeRefusal

/**
 * The most addresses cached for each endpoint; one more empties the cache. Long addresses are not
 * cached, since they would fill the memory.
 */
const CACHED_MAX = 500
const ADDRESS_LENGTH_MAX = 1_000

/** Caches checked queries by address: a bot asks for the same few addresses again and again. */
export function queryCheck(schema: TSchema): CheckQuery {
  const validator = validatorOf(schema)
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
