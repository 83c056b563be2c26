/**
 * What the swagger plugin cannot know of its routes, put into the document it makes: the headers
 * that the gate reads, and the one content type of each body.
 */
interface Content {
  readonly schema?: unknown
  readonly example?: unknown
}

interface Response {
  readonly description?: string
  readonly example?: unknown
  readonly content?: Readonly<Record<string, Content>>
}

interface Operation {
  readonly parameters?: readonly unknown[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, Content>>
  }
  readonly responses?: Readonly<Record<string, Response>>
  readonly [more: string]: unknown
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [more: string]: unknown
}

const FORM_PATHS: readonly string[] = ['/v1/oauth/token']

const REQUEST_ID = {
  in: 'header',
  name: 'X-Service-Request-Id',
  required: true,
  description: 'Your tracing id of this request; comes back in the answer.',
  schema: { type: 'string', minLength: 1, maxLength: 128, example: 'req-1' },
}
const ACCOUNT_ID = {
  in: 'header',
  name: 'X-Service-Account-Id',
  required: false,
  description: 'The account that is meant; may be left out by a client with one account.',
  schema: { type: 'string' },
}

export function completed(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        completeOne(path, operation),
      ]),
    ),
  ])
  // TypeBox writes JSON Schema as 3.1 has it (a numeric exclusiveMinimum, say), not as 3.0.
  return { ...document, openapi: '3.1.0', paths: Object.fromEntries(paths) }
}

function completeOne(path: string, operation: Operation): Operation {
  const { parameters = [], requestBody, responses = {}, ...rest } = operation
  const headers = [
    ...(path.startsWith('/v1/') ? [REQUEST_ID] : []),
    ...(readsAccount(responses) ? [ACCOUNT_ID] : []),
  ]
  const bodyType = FORM_PATHS.includes(path)
    ? 'application/x-www-form-urlencoded'
    : 'application/json'
  return {
    ...rest,
    parameters: [...parameters, ...headers],
    ...(requestBody && {
      requestBody: { required: true, content: only(bodyType, requestBody.content) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, completeResponse(response)]),
    ),
  }
}

function completeResponse({ description, example, content }: Response): Response {
  return {
    description: description ?? 'OK',
    ...(content && { content: only('application/json', content, example) }),
  }
}

/** The plugin lists three content types for every body; ours have one. */
function only(contentType: string, content: Readonly<Record<string, Content>>, example?: unknown) {
  const [first] = Object.values(content)
  return { [contentType]: { ...first, ...(example !== undefined && { example }) } }
}

/** A route that may ask for the account header is one that reads it. */
const readsAccount = (responses: Readonly<Record<string, Response>>): boolean =>
  JSON.stringify(responses['400'] ?? '').includes('account-header-required')
