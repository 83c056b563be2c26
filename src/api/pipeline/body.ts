/**
 * Reads bodies without ever throwing: a parser that throws would answer before the token was looked
 * at (D1's order). What is wrong with a body is kept beside the request until the gate asks for it.
 *
 * The parsers hand Elysia null for a body that could not be read, since after undefined it would
 * try its own parsers.
 */
import { BODY_BYTES_MAX } from '../../core/limits'
import { isRefused, type Refused, refused } from '../../core/refusals'
import { parseForm } from './form'
import { parseJson } from './json'

export type BodyFault = Refused<
  'unsupported-content-type' | 'body-too-large' | 'malformed-body' | 'invalid-parameter'
>

const faults = new WeakMap<Request, BodyFault>()

/** What is wrong with the body of a request that a parser below has seen. */
export const bodyFaultOf = (request: Request): BodyFault | undefined => faults.get(request)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** `parse` of a route that takes JSON. */
export async function jsonBody({ request }: { readonly request: Request }): Promise<unknown> {
  const text = await readText(request, 'application/json')
  return keepFault(request, typeof text === 'string' ? parseJson(text) : text)
}

/** `parse` of a route whose JSON body may be left out: none is the same as an empty object. */
export async function optionalJsonBody(context: { readonly request: Request }): Promise<unknown> {
  const { body, headers } = context.request
  return body === null || headers.get('content-length') === '0' ? {} : jsonBody(context)
}

/** `parse` of a route that takes a form; HTTP Basic credentials count as fields of it (D2). */
export async function formBody({ request }: { readonly request: Request }): Promise<unknown> {
  const text = await readText(request, 'application/x-www-form-urlencoded')
  const outcome =
    typeof text === 'string' ? parseForm(text, request.headers.get('authorization')) : text
  return keepFault(request, outcome)
}

function keepFault(request: Request, outcome: { readonly value: unknown } | BodyFault): unknown {
  if (!isRefused(outcome)) return outcome.value
  faults.set(request, outcome)
  return null
}

async function readText(request: Request, expected: string): Promise<string | BodyFault> {
  const contentType = request.headers.get('content-type') ?? ''
  if (mediaTypeOf(contentType) !== expected)
    return refused('unsupported-content-type', { expected })
  try {
    const bytes = await readBytes(request)
    if (bytes === undefined) return refused('body-too-large', { limitBytes: BODY_BYTES_MAX })
    return utf8.decode(bytes)
  } catch (error) {
    return refused('malformed-body', {
      reason: error instanceof TypeError ? 'it is not valid UTF-8' : 'it did not arrive whole',
    })
  }
}

const mediaTypeOf = (contentType: string): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Undefined when there is more than the limit; a body without a length is counted as it comes. */
async function readBytes(request: Request): Promise<ArrayBuffer | Uint8Array | undefined> {
  const length = request.headers.get('content-length')
  if (length === null) return request.body === null ? new Uint8Array() : readStream(request.body)
  return Number(length) > BODY_BYTES_MAX ? undefined : request.arrayBuffer()
}

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
