/**
 * Reads bodies without ever throwing: a parser that threw would answer before the gate has checked
 * the token [request.order-of-checks]. The parsers of JSON read nothing yet: the gate does, once
 * it knows who sends the body [request.unread-body]. A form is read at once: it names its sender.
 *
 * The parsers hand Elysia null: after undefined it would try its own parsers.
 */
import { BODY_BYTES_MAX } from '../../core/limits'
import { isRefused, type Refused, refused } from '../../core/refusals'
import { parseJson } from './json'

type UnreadBody = Refused<
  'unsupported-content-type' | 'body-too-large' | 'malformed-body' | 'invalid-parameter'
>
export type BodyOutcome = { readonly value: unknown } | UnreadBody

/** Reads a body. `use` gets the outcome, at once if nothing has to be waited for. */
export type ReadBody = <T>(use: (outcome: BodyOutcome) => Promise<T> | T) => Promise<T> | T

/**
 * The part of Elysia's context that parsers and gates share; null before a parser has run. It is a
 * type, since `decorate` takes no interface.
 */
export type BodySlot = {
  /** What the parser of a form has read. */
  parsedBody: BodyOutcome | null
  /** Reads the JSON, which its parser has left to the gate. */
  readBody: ReadBody | null
}

export const NOT_PARSED: BodySlot = { parsedBody: null, readBody: null }

interface Parsing extends BodySlot {
  readonly request: Request
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Elysia reads the text of a hook: one that handed its context on would be given all headers and
// cookies as objects. It calls a parser only if there is a body.

/** Reads the JSON of a request. */
export const jsonReader =
  (request: Request): ReadBody =>
  (use) =>
    readText(request, JSON_TYPE, (text) => use(typeof text === 'string' ? parseJson(text) : text))

/** `parse` of a route that takes JSON [request.content-type]. */
export function jsonBody(context: Parsing): null {
  context.readBody = jsonReader(context.request)
  return null
}

/** `parse` of a route whose JSON body may be left out, which is the same as an empty object. */
export function optionalJsonBody(context: Parsing): unknown {
  const { body, headers } = context.request
  if (body === null || headers.get('content-length') === '0') return {}
  context.readBody = jsonReader(context.request)
  return null
}

/** `parse` of a route that takes a form; Basic credentials count as its fields [token.basic]. */
export const formBody = (context: Parsing): unknown =>
  readText(context.request, FORM_TYPE, (text) => {
    const authorization = context.request.headers.get('authorization')
    context.parsedBody = typeof text === 'string' ? parseForm(text, authorization) : text
    return isRefused(context.parsedBody) ? null : context.parsedBody.value
  })

/**
 * `use` gets the text, at once where nothing has to be waited for: each promise more would cost an
 * order half of what reading its JSON does.
 */
function readText<T>(
  request: Request,
  expected: string,
  use: (text: string | UnreadBody) => Promise<T> | T,
): Promise<T> | T {
  const { headers } = request
  const contentType = headers.get('content-type') ?? ''
  if (contentType !== expected && mediaTypeOf(contentType) !== expected) {
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
