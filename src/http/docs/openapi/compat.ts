/** The document of a server with COMPAT=next [run.compat]: its headers and its envelope. */

const ENVELOPE = '#/components/schemas/ApiError'
const THEIR_NAMES: Readonly<Record<string, string>> = {
  'X-Service-Request-Id': 'X-Request-Id',
  'X-Service-Account-Id': 'X-Next-Account-Id',
}

const nested = (schema: object) => ({
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: { error: schema },
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Takes any part of the document; what it does not know it leaves as it is. */
export function asNextDocument(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asNextDocument)
  if (!isRecord(part)) return part
  if (part.$ref === ENVELOPE) return nested(part)
  // An example of a refusal; in the schema of the envelope both are schemas.
  if (typeof part.docUrl === 'string' && typeof part.code === 'string') return { error: part }
  const theirs = part.in === 'header' ? THEIR_NAMES[String(part.name)] : undefined
  const entries = Object.entries(part).map(([name, value]) => [name, asNextDocument(value)])
  const copy = Object.fromEntries(entries)
  if (theirs === undefined) return copy
  return { ...copy, description: `${part.description} \`${theirs}\` is another name of it.` }
}
