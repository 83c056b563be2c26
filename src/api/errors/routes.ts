/** The pages that `docUrl` opens, made from the catalogue alone [error.list]. */
import { Elysia, t } from 'elysia'
import { REFUSALS, type RefusalCode } from '../../core/refusals'
import { documentPage } from '../docs/page'
import { refusalExample } from '../docs/refusal-example'
import { asRequested, type ReachedAt } from '../pipeline/origins'
import { HTML, pageHeaders } from '../pipeline/page-headers'
import { codePage, type ErrorPage, indexPage, unknownCodePage } from './pages'

const isCode = (text: string): text is RefusalCode => Object.hasOwn(REFUSALS, text)

export function errorPageRoutes(reachedAt: ReachedAt = asRequested, hasConsole = false) {
  const html = (status: 200 | 404, { title, content }: ErrorPage): Response =>
    new Response(documentPage({ title, part: 'errors', hasConsole, content }), {
      status,
      headers: { ...HTML, ...pageHeaders("script-src 'self'; style-src 'self'; img-src data:") },
    })
  return new Elysia({ name: 'api.errors', prefix: '/errors', detail: { hide: true } })
    .get('', () => html(200, INDEX))
    .get(
      '/:code',
      ({ params: { code }, request }) =>
        isCode(code)
          ? html(200, codePage(code, refusalExample(code, reachedAt(request))))
          : html(404, UNKNOWN_CODE),
      { params: t.Object({ code: t.String() }) },
    )
}

const INDEX = indexPage()
const UNKNOWN_CODE = unknownCodePage()
