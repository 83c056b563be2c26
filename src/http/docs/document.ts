/** The operation of an endpoint, as OpenAPI has it: what its declaration says, and no more. */
import type { TSchema } from 'elysia'
import type { Endpoint } from '../endpoint'
import { refusalSchemas } from '../wire/refusal'

/** For the swagger plugin, which takes it as it is. */
export function operationOf(endpoint: Endpoint) {
  const { id, tag, summary, description, params, query, body, written } = endpoint
  const security = securityOf(endpoint)
  return {
    ...(tag !== undefined && { tags: [tag] }),
    operationId: id,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(security !== undefined && { security }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && { requestBody: { content: { [MEDIA_TYPES[written]]: { schema: body } } } }),
    responses: Object.fromEntries(answersOf(endpoint)),
  }
}

const MEDIA_TYPES = {
  json: 'application/json',
  'json-or-nothing': 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const

/** An endpoint for any client's token needs no word of its own: the document's default is that. */
function securityOf({ auth, scope }: Endpoint) {
  const bearer = { bearer: scope === 'TRADE' ? ['TRADE'] : [] }
  switch (auth) {
    case 'bearer':
      return scope === 'TRADE' ? [bearer] : undefined
    case 'sandbox':
      return [bearer, { sandboxKey: [] }]
    case 'feed':
      return [{ feedKey: [] }]
    default:
      return []
  }
}

const parametersOf = (where: 'path' | 'query', schema: TSchema | undefined) =>
  Object.entries<TSchema>(schema?.properties ?? {}).map(([name, part]) => {
    const { description, examples, ...rest } = part
    const required: boolean = schema?.required?.includes(name) ?? false
    return {
      name,
      in: where,
      required,
      schema: rest,
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples }),
    }
  })

interface Described {
  description: string
  content: Record<string, { schema: object }>
}

function answersOf({ answer, otherAnswers, codes }: Endpoint) {
  const all = new Map<number, TSchema>([
    ...(answer === undefined ? [] : [[200, answer] as const]),
    ...Object.entries(otherAnswers).map(([status, schema]) => [Number(status), schema] as const),
    ...refusalSchemas(codes),
  ])
  return [...all].map(([status, schema]): [string, Described] => {
    const { description = 'Done.', ...fields } = schema
    const own = schema.type === 'object' ? fields : schema
    return [String(status), { description, content: { 'application/json': { schema: own } } }]
  })
}
