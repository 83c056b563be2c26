/**
 * The API's documentation, at `/docs/json` for tools and at `/docs` for people. Its script is in
 * the package, so it works without a network [run.documentation].
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { swagger } from '@elysiajs/swagger'
import { Elysia, type TSchema } from 'elysia'
import type { Endpoint } from '../endpoint'
import { Asset, HTML_TYPE, page, pageHeaders, sendAsset, versioned } from '../page'
import { refusalSchemas } from '../wire/refusal'
import { completeDocument, type OpenApi } from './openapi'
import {
  CSS_TYPE,
  documentPage,
  LOOK_PATH,
  PAGE_STYLE,
  PAGE_THEME,
  SCRIPT_TYPE,
  THEME_PATH,
} from './page'
import swaggerLook from './swagger.css' with { type: 'text' }

const SPEC_PATH = '/docs/json'

/** The package and the single-file program have Swagger UI beside their code. */
function assetPath(name: string): string {
  const packed = join(import.meta.dir, name)
  return existsSync(packed) ? packed : Bun.resolveSync(`swagger-ui-dist/${name}`, import.meta.dir)
}

const readAsset = async (type: string, name: string): Promise<Asset> =>
  new Asset(type, await Bun.file(assetPath(name)).bytes())

// A file of its own, since the page's policy allows no inline script.
const START = `const ui = SwaggerUIBundle({
  url: '${SPEC_PATH}',
  dom_id: '#ui',
  deepLinking: true,
  // The schemas stand behind their heading until somebody opens it.
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  // A token that is issued on this page signs its user in.
  responseInterceptor(response) {
    if (response.ok && response.url.endsWith('/v1/oauth/token')) {
      ui.preauthorizeApiKey('bearer', JSON.parse(response.text).access_token)
    }
    return response
  },
})
`

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'The access_token of `POST /v1/oauth/token`. TRADE: read-only clients are refused.',
} as const

const SANDBOX_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Sandbox-Key',
  description: 'The SANDBOX_KEY of the server, in place of a token.',
} as const

const FEED_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Feed-Key',
  description: 'The FEED_KEY of the server, for who brings its prices.',
} as const

const INTRODUCTION = [
  'Simulated investing in US-listed stocks.',
  'Get a token from `POST /v1/oauth/token`, then send it with every request. A token that you ' +
    'get on this page signs you in.',
  'Money, prices and quantities are JSON numbers, but decimal texts in the account and in ' +
    'quotes, as the contract of this API has them; `/paper` has texts for money.',
  'Every error is explained at [/errors](/errors); an unknown path or method is 404 ' +
    '`route-not-found`.',
  'Changes of orders also come over a WebSocket, `GET /v1/stream`, unless it is turned off: see ' +
    '[/docs/stream.json](/docs/stream.json).',
].join('\n\n')

export interface DocumentDeps {
  readonly version: string
  /** The endpoints that the document describes. */
  readonly endpoints: readonly Endpoint[]
  readonly hasConsole: boolean
  readonly compat: 'next' | null
}

/** The page of the API, and its document at the address that tools expect [run.documentation]. */
export function documentPages({ version, endpoints, hasConsole, compat }: DocumentDeps) {
  const files = {
    script: once(() => readAsset(SCRIPT_TYPE, 'swagger-ui-bundle.js')),
    style: once(() => readAsset(CSS_TYPE, 'swagger-ui.css')),
  }
  const look = new Asset(CSS_TYPE, swaggerLook)
  const start = new Asset(SCRIPT_TYPE, START)
  const document = once(async () => {
    const whole = completeDocument(await describe(version, endpoints))
    return compat === null ? whole : asNextDocument(whole)
  })
  const openPage = once(
    async () =>
      new Asset(
        HTML_TYPE,
        documentPage({
          title: 'Paper brokerage API',
          part: 'docs',
          hasConsole,
          styles: [
            versioned('/docs/ui.css', await files.style()),
            versioned('/docs/swagger.css', look),
          ],
          content: '<div id="ui"></div>',
          scripts: [
            versioned('/docs/ui.js', await files.script()),
            versioned('/docs/start.js', start),
          ],
        }),
      ),
  )
  /** Documents by the address that the caller wrote in the request. */
  const documents = new Map<string, Asset>()
  const json = async (call: Parameters<Parameters<typeof page>[1]>[0]) => {
    const { baseUrl } = call
    const servers = [{ url: baseUrl, description: 'This server.' }]
    const asset =
      documents.get(baseUrl) ??
      new Asset('application/json', JSON.stringify({ ...Object(await document()), servers }))
    if (documents.size < ADDRESSES_MAX) documents.set(baseUrl, asset)
    return sendAsset(call, asset, {})
  }
  return [
    page('/docs', async (call) => sendAsset(call, await openPage(), PAGE_HEADERS)),
    // People open the server's address in a browser.
    page('/', () => new Response(null, { status: 302, headers: { location: '/docs' } })),
    page('/docs/start.js', (call) => sendAsset(call, start)),
    page('/docs/swagger.css', (call) => sendAsset(call, look)),
    page(LOOK_PATH, (call) => sendAsset(call, PAGE_STYLE)),
    page(THEME_PATH, (call) => sendAsset(call, PAGE_THEME)),
    page('/docs/ui.js', async (call) => sendAsset(call, await files.script())),
    page('/docs/ui.css', async (call) => sendAsset(call, await files.style())),
    page(SPEC_PATH, json),
    page('/openapi.json', json),
  ] as const
}

/** Makes a value at the first call, and returns it at each one. */
function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}

/** The most addresses whose documents are cached, which is more than a server has names. */
const ADDRESSES_MAX = 10

/** Lists the endpoints that have a group, by the swagger plugin. */
async function describe(version: string, endpoints: readonly Endpoint[]): Promise<OpenApi> {
  const documents = new Elysia().use(
    swagger({
      path: '/docs',
      specPath: SPEC_PATH,
      documentation: documentation(version, endpoints),
      // A path with a dot is a route, too: /paper/account/statement.csv.
      excludeStaticFile: false,
    }),
  )
  for (const endpoint of endpoints) {
    if (endpoint.tag === undefined) continue
    const detail = operationOf(endpoint)
    documents.route(endpoint.method, endpoint.path, () => undefined, { detail })
  }
  const response = await documents.handle(new Request(`http://localhost${SPEC_PATH}`))
  const document: unknown = await response.json()
  if (!isOpenApi(document)) throw new Error('The swagger plugin has made no document')
  return document
}

const documentation = (version: string, endpoints: readonly Endpoint[]) => ({
  info: {
    title: 'Paper brokerage',
    version,
    description: INTRODUCTION,
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  },
  tags: [
    { name: 'Authentication', description: 'Tokens.' },
    { name: 'Account', description: 'Cash, holdings, buying power.' },
    { name: 'Market', description: 'Quotes, candles, exchange rates, the calendar.' },
    { name: 'Instruments', description: 'The instruments that can be traded.' },
    { name: 'Orders', description: 'Preview, place, list, read, cancel; fills.' },
    { name: 'Paper', description: 'What only a paper broker can say.' },
    { name: 'Sandbox', description: 'Controls for tests; only with SANDBOX=on.' },
    { name: 'Live prices', description: 'Prices from outside; only with MARKET_FEED=live.' },
    { name: 'Server', description: 'Health.' },
  ],
  components: {
    securitySchemes: {
      bearer: BEARER,
      ...(endpoints.some(({ auth }) => auth === 'sandbox') && { sandboxKey: SANDBOX_KEY }),
      ...(endpoints.some(({ auth }) => auth === 'feed') && { feedKey: FEED_KEY }),
    },
  },
  security: [{ bearer: [] }],
})

// Swagger UI sets styles on its elements and draws its icons from the page itself.
const PAGE_HEADERS = pageHeaders(
  "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
)

const isOpenApi = (value: unknown): value is OpenApi =>
  typeof value === 'object' && value !== null && 'openapi' in value && 'paths' in value

/** The operation of an endpoint, as the swagger plugin takes it. */
function operationOf(endpoint: Endpoint) {
  const { id, tag, summary, description, params, query, body, bodyKind } = endpoint
  const security = securityOf(endpoint)
  return {
    ...(tag !== undefined && { tags: [tag] }),
    operationId: id,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(security !== undefined && { security }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && { requestBody: { content: { [MEDIA_TYPES[bodyKind]]: { schema: body } } } }),
    responses: Object.fromEntries(answersOf(endpoint)),
  }
}

const MEDIA_TYPES = {
  json: 'application/json',
  'json-or-nothing': 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const

/** Undefined for any client's token, the document's default. */
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

interface DocumentedAnswer {
  description: string
  content: Record<string, { schema: object }>
}

function answersOf({ answer, otherAnswers, codes }: Endpoint) {
  const all = new Map<number, TSchema>([
    ...(answer === undefined ? [] : [[200, answer] as const]),
    ...Object.entries(otherAnswers).map(([status, schema]) => [Number(status), schema] as const),
    ...refusalSchemas(codes),
  ])
  return [...all].map(([status, schema]): [string, DocumentedAnswer] => {
    const { description = 'Done.', ...fields } = schema
    const own = schema.type === 'object' ? fields : schema
    return [String(status), { description, content: { 'application/json': { schema: own } } }]
  })
}

/** The document of a server with COMPAT=next, with its headers and its envelope [run.compat]. */
const ENVELOPE = '#/components/schemas/ApiError'
const THEIR_NAMES: Readonly<Record<string, string>> = {
  'X-Service-Request-Id': 'X-Request-Id',
  'X-Service-Account-Id': 'X-Next-Account-Id',
}

const envelopeOf = (schema: object) => ({
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: { error: schema },
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts any part of the document; leaves what needs no change as it is. */
function asNextDocument(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asNextDocument)
  if (!isRecord(part)) return part
  if (part.$ref === ENVELOPE) return envelopeOf(part)
  // In an example of a refusal both are texts; in the schema of the envelope both are schemas.
  if (typeof part.docUrl === 'string' && typeof part.code === 'string') return { error: part }
  const theirs = part.in === 'header' ? THEIR_NAMES[String(part.name)] : undefined
  const entries = Object.entries(part).map(([name, value]) => [name, asNextDocument(value)])
  const copy = Object.fromEntries(entries)
  if (theirs === undefined) return copy
  return { ...copy, description: `${part.description} \`${theirs}\` is another name of it.` }
}
