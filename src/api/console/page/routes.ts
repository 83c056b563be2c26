/** The console's page and its files; the rest of `/console` are the features beside this one. */
import { Elysia, t } from 'elysia'
import { ASSET_HEADERS, pageHeaders } from '../../pipeline/page-headers'
import { ASSETS_PATH, type Asset } from './bundle'
import { CONSOLE_PAGES } from './schema'
import type { PageService } from './service'

/** Without an inline script or style, and without another host [console.policy]. */
const POLICY = "script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

const PAGE_HEADERS = { ...pageHeaders(POLICY), 'cache-control': 'no-store' }
/** Its name changes with its content [console.budget]. */
const FILE_HEADERS = { ...ASSET_HEADERS, 'cache-control': 'public, max-age=2592000, immutable' }

/** Null where there is no console: its paths are then unknown ones [run.console]. */
export function pageRoutes(service: PageService | null) {
  const routes = new Elysia({ name: 'api.console.page', detail: { hide: true } })
  if (service === null) return routes
  const page = async ({ request }: { request: Request }) =>
    encoded(request, await service.page(), PAGE_HEADERS)
  // Each page has an address of its own, which answers a reload as well [console.address].
  for (const path of CONSOLE_PAGES) routes.get(`/console/${path}`, page)
  return routes.get('/console', page).get(
    `${ASSETS_PATH}:name`,
    async ({ params: { name }, request }) => {
      const asset = await service.asset(name)
      return asset === undefined ? noSuchFile() : encoded(request, asset, FILE_HEADERS)
    },
    { params: t.Object({ name: t.String() }) },
  )
}

const noSuchFile = () =>
  new Response('This version of the console has no such file: load the page again.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...ASSET_HEADERS },
  })

function encoded(request: Request, { type, bytes, gzipped }: Asset, headers: object): Response {
  const accepts = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  return new Response(accepts ? gzipped : bytes, {
    headers: {
      ...headers,
      'content-type': type,
      vary: 'Accept-Encoding',
      ...(accepts && { 'content-encoding': 'gzip' }),
    },
  })
}
