/**
 * The error pages that `docUrl` opens, made from the catalogue alone [error.list]. Nothing that a
 * caller sends enters them.
 */
import { REFUSALS, type RefusalCode, STATUS_OF_TYPE } from '../../core/refusals'
import { documentPage } from '../../http/docs/page'
import { refusalExample } from '../../http/docs/refusal-example'
import { HTML_TYPE, page, pageHeaders } from '../../http/page'

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

const RETRY = {
  never: 'The same request will not succeed.',
  later: 'The same request can succeed later.',
  'after-change': 'A changed request, or a changed account, can succeed.',
} as const satisfies Record<(typeof REFUSALS)[RefusalCode]['retry'], string>

const codes = Object.keys(REFUSALS).filter((code): code is RefusalCode => code in REFUSALS)

interface ErrorPage {
  readonly title: string
  /** In HTML. */
  readonly content: string
}

function indexPage(): ErrorPage {
  const rows = codes.map((code) => {
    const { type, message } = REFUSALS[code]
    const link = `<a href="/errors/${code}"><code>${code}</code></a>`
    return `<tr><td>${link}</td><td>${STATUS_OF_TYPE[type]}</td><td>${prose(message)}</td></tr>`
  })
  return errorPage(
    'Errors',
    `<p>Every error has a stable <code>code</code> to branch on. If several apply to a
request, the first one in this list answers.</p>
<table><thead><tr><th>code</th><th>status</th><th>message</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`,
  )
}

function codePage(code: RefusalCode, example: object): ErrorPage {
  const { type, message, remedy, retry } = REFUSALS[code]
  return errorPage(
    code,
    `<p>${prose(message)}</p>
<dl>
<dt>HTTP status</dt><dd>${STATUS_OF_TYPE[type]} (${type})</dd>
<dt>What to do</dt><dd>${prose(remedy)}</dd>
<dt>Worth retrying?</dt><dd>${RETRY[retry]}</dd>
</dl>
<h2>An answer with this code</h2>
<pre tabindex="0">${escaped(JSON.stringify(example, null, 2))}</pre>
<p>The parts of the message in <code>{braces}</code> are filled in from <code>data</code>.</p>
<p><a href="/errors">All errors</a></p>`,
  )
}

const unknownCodePage = (): ErrorPage =>
  errorPage(
    'No such error',
    '<p>This server has no error of that name. <a href="/errors">All errors</a></p>',
  )

/** The catalogue's text as HTML, with the parts in backquotes as code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const errorPage = (title: string, content: string): ErrorPage => ({
  title,
  content: `<div class="document">\n<h1>${title}</h1>\n${content}\n</div>`,
})

const INDEX = indexPage()
const UNKNOWN_CODE = unknownCodePage()
