/**
 * Reads bodies without ever throwing: a parser that threw would answer before the gate has checked
 * the token [request.order-of-checks]. The outcome waits in the request's `parsedBody`.
 *
 * For a body that cannot be read the parsers hand Elysia null: after undefined it would try its own
 * parsers.
 */
import { BODY_BYTES_MAX } from '../../core/limits'
import { isRefused, type Refused, refused } from '../../core/refusals'
import { parseJson } from './json'

type UnreadBody = Refused<
  'unsupported-content-type' | 'body-too-large' | 'malformed-body' | 'invalid-parameter'
>
export type BodyOutcome = { readonly value: unknown } | UnreadBody

/**
 * The part of Elysia's context that parsers and gates share; null before a parser has run. It is a
 * type, since `decorate` takes no interface.
 */
export type BodySlot = { parsedBody: BodyOutcome | null }

export const NOT_PARSED: BodySlot = { parsedBody: null }

interface Parsing extends BodySlot {
  readonly request: Request
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Elysia reads the text of a hook: one that handed its context on would be given all headers and
// cookies as objects. It hands over the content type up to its semicolon, where there is a body.

/** The JSON of a request without a parser. `use` gets it, at once where nothing is waited for. */
export const readJson = <T>(
  request: Request,
  use: (outcome: BodyOutcome) => Promise<T> | T,
): Promise<T> | T =>
  readText(request, request.headers.get('content-type') ?? '', JSON_TYPE, (text) =>
    use(jsonOf(text)),
  )

/** `parse` of a route that takes JSON [request.content-type]. */
export const jsonBody = (context: Parsing, contentType: string): unknown =>
  readText(context.request, contentType, JSON_TYPE, (text) => {
    context.parsedBody = jsonOf(text)
    return parsedValue(context.parsedBody)
  })

/** `parse` of a route whose JSON body may be left out, which is the same as an empty object. */
export function optionalJsonBody(context: Parsing, contentType: string): unknown {
  const { body, headers } = context.request
  if (body === null || headers.get('content-length') === '0') {
    context.parsedBody = { value: {} }
    return context.parsedBody.value
  }
  return readText(context.request, contentType, JSON_TYPE, (text) => {
    context.parsedBody = jsonOf(text)
    return parsedValue(context.parsedBody)
  })
}

/** `parse` of a route that takes a form; Basic credentials count as its fields [token.basic]. */
export const formBody = (context: Parsing, contentType: string): unknown =>
  readText(context.request, contentType, FORM_TYPE, (text) => {
    const authorization = context.request.headers.get('authorization')
    context.parsedBody = typeof text === 'string' ? parseForm(text, authorization) : text
    return parsedValue(context.parsedBody)
  })

const parsedValue = (outcome: BodyOutcome): unknown => (isRefused(outcome) ? null : outcome.value)

const jsonOf = (text: string | UnreadBody): BodyOutcome =>
  typeof text === 'string' ? parseJson(text) : text

/**
 * `use` gets the text, at once where nothing has to be waited for: each promise more would cost an
 * order half of what reading its JSON does.
 */
function readText<T>(
  request: Request,
  contentType: string,
  expected: string,
  use: (text: string | UnreadBody) => Promise<T> | T,
): Promise<T> | T {
  const { headers } = request
  const isExpected =
    contentType === expected || mediaTypeOf(headers.get('content-type') ?? '') === expected
  if (!isExpected) {
    return use(refused('unsupported-content-type', { expected }))
  }
  const whole = (bytes: ArrayBuffer | Uint8Array | undefined) => use(textOf(bytes))
  const broken = () => use(notRead())
  const length = headers.get('content-length')
  if (length === null) {
    // Its bytes are counted as they come.
    return request.body === null ? use('') : readStream(request.body).then(whole, broken)
  }
  if (Number(length) > BODY_BYTES_MAX) return use(tooLarge())
  return request.arrayBuffer().then(whole, broken)
}

const tooLarge = () => refused('body-too-large', { limitBytes: BODY_BYTES_MAX })

/** Undefined: there were more bytes than the limit. */
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

/** Never throws. An empty field counts as one left out (RFC 6749, 3.2). */
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
