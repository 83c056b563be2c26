/** Reads bodies, without ever throwing [request.body]. */
import { BODY_BYTES_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { basicCredentials } from './basic-auth'
import { parseJson } from './json'

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
