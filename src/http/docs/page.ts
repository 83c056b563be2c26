/** The frame, the type and the colours that the pages of documents share with the console. */

import { Asset, versioned } from '../page'
import look from './look.css' with { type: 'text' }
import tokens from './tokens.css' with { type: 'text' }

/** The head and the body of a page. */
export interface DocumentPage {
  readonly title: string
  /** The document that the page belongs to. */
  readonly part: 'docs' | 'errors'
  /** Whether there is a console to link to [run.console]. */
  readonly hasConsole: boolean
  readonly styles?: readonly string[]
  readonly content: string
  readonly scripts?: readonly string[]
}

export const documentPage = (page: DocumentPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="data:,">
${(page.styles ?? []).map((path) => `<link rel="stylesheet" href="${path}">\n`).join('')}\
<link rel="stylesheet" href="${versioned(LOOK_PATH, PAGE_STYLE)}">
<script src="${versioned(THEME_PATH, PAGE_THEME)}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="top">
<strong>paper-brokerage</strong>
<nav aria-label="Pages">
${page.hasConsole ? '<a href="/console/">Console</a>\n' : ''}\
${linkTo(page, 'docs', 'API')}
${linkTo(page, 'errors', 'Errors')}
</nav>
</header>
<main id="content">
${page.content}
</main>
${(page.scripts ?? []).map((path) => `<script src="${path}"></script>\n`).join('')}\
</body>
</html>
`

const linkTo = ({ part }: DocumentPage, to: DocumentPage['part'], text: string): string =>
  `<a href="/${to}"${part === to ? ' aria-current="page"' : ''}>${text}</a>`

export const LOOK_PATH = '/docs/look.css'
export const THEME_PATH = '/docs/theme.js'

/** Applies the theme that was chosen in the console. Swagger UI has a class of its own for it. */
const THEME_SCRIPT = `const root = document.documentElement
const system = matchMedia('(prefers-color-scheme: dark)')
const chosen = () => {
  try {
    return localStorage.getItem('paper-brokerage.theme')
  } catch {
    return null
  }
}
const apply = () => {
  const theme = chosen() ?? 'system'
  root.dataset.theme = theme
  root.classList.toggle('dark-mode', theme === 'dark' || (theme !== 'light' && system.matches))
}
system.addEventListener('change', apply)
apply()
`

export const CSS_TYPE = 'text/css; charset=utf-8'
export const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

export const PAGE_STYLE = new Asset(CSS_TYPE, tokens + look)
export const PAGE_THEME = new Asset(SCRIPT_TYPE, THEME_SCRIPT)
