/** The text and the HTML of the error pages. Nothing that a caller sends enters them. */
import { REFUSALS, type RefusalCode, STATUS_OF_TYPE } from '../../core/refusals'

const RETRY = {
  never: 'The same request will not succeed.',
  later: 'The same request can succeed later.',
  'after-change': 'A changed request, or a changed account, can succeed.',
} as const satisfies Record<(typeof REFUSALS)[RefusalCode]['retry'], string>

const codes = Object.keys(REFUSALS).filter((code): code is RefusalCode => code in REFUSALS)

export interface ErrorPage {
  readonly title: string
  /** In HTML. */
  readonly content: string
}

export function indexPage(): ErrorPage {
  const rows = codes.map((code) => {
    const { type, message } = REFUSALS[code]
    const link = `<a href="/errors/${code}"><code>${code}</code></a>`
    return `<tr><td>${link}</td><td>${STATUS_OF_TYPE[type]}</td><td>${prose(message)}</td></tr>`
  })
  return page(
    'Errors',
    `<p>Every error has a stable <code>code</code> to branch on. If several apply to a
request, the first one in this list answers.</p>
<table><thead><tr><th>code</th><th>status</th><th>message</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`,
  )
}

export function codePage(code: RefusalCode, example: object): ErrorPage {
  const { type, message, remedy, retry } = REFUSALS[code]
  return page(
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

export const unknownCodePage = (): ErrorPage =>
  page(
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

const page = (title: string, content: string): ErrorPage => ({
  title,
  content: `<div class="document">\n<h1>${title}</h1>\n${content}\n</div>`,
})
