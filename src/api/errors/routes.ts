/** The error pages that `docUrl` opens, made from the catalogue alone [error.list]. */
import { REFUSALS, type RefusalCode } from '../../core/refusals'
import { documentPage } from '../../http/docs/page'
import { refusalExample } from '../../http/docs/refusal-example'
import { HTML_TYPE, page, pageHeaders } from '../../http/page'
import { codePage, type ErrorPage, indexPage, unknownCodePage } from './pages'

const isCode = (text: string): text is RefusalCode => Object.hasOwn(REFUSALS, text)

export function errorPages(hasConsole = false) {
  const html = (status: 200 | 404, { title, content }: ErrorPage): Response =>
    new Response(documentPage({ title, part: 'errors', hasConsole, content }), {
      status,
      headers: {
        'content-type': HTML_TYPE,
        ...pageHeaders("script-src 'self'; style-src 'self'; img-src data:"),
      },
    })
  return [
    page('/errors', () => html(200, INDEX)),
    page('/errors/:code', ({ params: { code }, baseUrl }) =>
      isCode(code)
        ? html(200, codePage(code, refusalExample(code, baseUrl)))
        : html(404, UNKNOWN_CODE),
    ),
  ] as const
}

const INDEX = indexPage()
const UNKNOWN_CODE = unknownCodePage()
