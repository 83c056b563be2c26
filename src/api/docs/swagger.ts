/**
 * The API's description, at `/docs/json` for tools and at `/docs` for people. It works without a
 * network [run.documentation]: its script is in the package, and not on a CDN as the script of the
 * plugin's own page.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { swagger } from '@elysiajs/swagger'
import { Elysia, file } from 'elysia'
import { asRequested, type ReachedAt } from '../pipeline/origins'
import { ASSET_HEADERS, HTML, pageHeaders } from '../pipeline/page-headers'
import type { AnswerHeaders } from '../pipeline/request-context'
import { completed, type OpenApi } from './openapi'
import { asNextDocument } from './openapi/compat'
import { documentPage, LOOK_PATH, script, sharedFile, styleSheet, THEME_PATH } from './page'
import swaggerLook from './swagger.css' with { type: 'text' }

const SPEC_PATH = '/docs/json'

const ASSETS = {
  script: assetPath('swagger-ui-bundle.js'),
  style: assetPath('swagger-ui.css'),
} as const

/** The package and the program that is one file have them beside their code. */
function assetPath(name: string): string {
  const packed = join(import.meta.dir, name)
  return existsSync(packed) ? packed : Bun.resolveSync(`swagger-ui-dist/${name}`, import.meta.dir)
}

const pageOf = (hasConsole: boolean): string =>
  documentPage({
    ...{ title: 'Paper brokerage API', part: 'docs', hasConsole },
    styles: ['/docs/ui.css', '/docs/swagger.css'],
    content: '<div id="ui"></div>',
    scripts: ['/docs/ui.js', '/docs/start.js'],
  })

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

export function docs(
  version: string,
  reachedAt: ReachedAt = asRequested,
  hasConsole = false,
  compat: 'next' | null = null,
) {
  const page = pageOf(hasConsole)
  // The routes do not change, so the document is made once.
  let made: unknown
  const documents = new Elysia({ name: 'api.docs' })
    // Registered before the plugin, so that it reaches the plugin's routes.
    .onAfterHandle(({ path, request, responseValue }) => {
      if (path !== SPEC_PATH || !isOpenApi(responseValue)) return undefined
      made ??= compat === null ? completed(responseValue) : asNextDocument(completed(responseValue))
      return {
        ...Object(made),
        servers: [{ url: reachedAt(request), description: 'This server.' }],
      }
    })
    .use(
      swagger({
        path: '/docs',
        specPath: SPEC_PATH,
        exclude: [/^\/docs/, /^\/errors/],
        // A path with a dot is a route like any other: /paper/account/statement.csv.
        excludeStaticFile: false,
        documentation: {
          info: {
            title: 'Paper brokerage',
            version,
            description: INTRODUCTION,
          },
          tags: [
            { name: 'Authentication', description: 'Tokens.' },
            { name: 'Account', description: 'Cash, holdings, buying power.' },
            { name: 'Market', description: 'Quotes, candles, exchange rates, the calendar.' },
            { name: 'Instruments', description: 'The instruments that can be traded.' },
            { name: 'Orders', description: 'Preview, place, list, read, cancel; fills.' },
            { name: 'Paper', description: 'What only a paper broker can tell.' },
            { name: 'Sandbox', description: 'Controls for tests; only with SANDBOX=on.' },
            {
              name: 'Live prices',
              description: 'Prices from outside; only with MARKET_FEED=live.',
            },
            { name: 'Server', description: 'Health.' },
          ],
          components: {
            securitySchemes: { bearer: BEARER, sandboxKey: SANDBOX_KEY, feedKey: FEED_KEY },
          },
          security: [{ bearer: [] }],
        },
      }),
    )
    // The last route of a path wins: this one takes the place of the plugin's page.
    .get('/docs', () => new Response(page, { headers: PAGE_HEADERS }), { detail: { hide: true } })
    // For people who open the server's address in a browser.
    .get('/', ({ redirect }) => redirect('/docs'), { detail: { hide: true } })
    .get('/docs/start.js', () => script(START), { detail: { hide: true } })
    .get('/docs/swagger.css', () => styleSheet(swaggerLook), { detail: { hide: true } })
    .get(LOOK_PATH, () => sharedFile(LOOK_PATH), { detail: { hide: true } })
    .get(THEME_PATH, () => sharedFile(THEME_PATH), { detail: { hide: true } })
    .get('/docs/ui.js', ({ set }) => asset(ASSETS.script, set), { detail: { hide: true } })
    .get('/docs/ui.css', ({ set }) => asset(ASSETS.style, set), { detail: { hide: true } })
  // The path where tools look for it.
  return documents.get(
    '/openapi.json',
    ({ request }) => documents.handle(new Request(new URL(SPEC_PATH, addressIn(request)).href)),
    { detail: { hide: true } },
  )
}

/** A request of HTTP/1.0 may name no host, and its address is then a path. */
const addressIn = ({ url }: Request): string => (URL.canParse(url) ? url : 'http://host.invalid')

// Swagger UI sets styles on its elements and draws its icons from the page itself.
const PAGE_HEADERS = {
  ...HTML,
  ...pageHeaders(
    "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  ),
}

function asset(path: string, set: { readonly headers: AnswerHeaders }) {
  Object.assign(set.headers, ASSET_HEADERS)
  return file(path)
}

const isOpenApi = (value: unknown): value is OpenApi =>
  typeof value === 'object' && value !== null && 'openapi' in value && 'paths' in value
