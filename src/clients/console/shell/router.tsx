/** The page in use, by its address. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { ConsolePage } from '../../../api/console/page/wire'

const ROOT = '/console/'
const PAGES: Readonly<Record<ConsolePage, true>> = {
  '': true,
  orders: true,
  market: true,
  keys: true,
  sandbox: true,
  leaderboard: true,
}

const isPage = (text: string): text is ConsolePage => Object.hasOwn(PAGES, text)

const pageAt = (path: string): ConsolePage => {
  const name = path.startsWith(ROOT) ? path.slice(ROOT.length) : ''
  return isPage(name) ? name : ''
}

export const currentPage = signal<ConsolePage>(pageAt(location.pathname))
/** The address's parameters, `?symbol=AAPL`. */
export const parameters = signal<URLSearchParams>(new URLSearchParams(location.search))

const addressOf = (page: ConsolePage, params: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(params).toString()
  return ROOT + page + (query === '' ? '' : `?${query}`)
}

function follow(): void {
  currentPage.value = pageAt(location.pathname)
  parameters.value = new URLSearchParams(location.search)
}

export function go(page: ConsolePage, params?: Readonly<Record<string, string>>): void {
  history.pushState(null, '', addressOf(page, params))
  follow()
}

/** Changes a parameter of this page without an entry in the history. */
export function setParameter(name: string, value: string | null): void {
  const params = new URLSearchParams(location.search)
  if (value === null) params.delete(name)
  else params.set(name, value)
  const query = params.toString()
  history.replaceState(null, '', location.pathname + (query === '' ? '' : `?${query}`))
  follow()
}

addEventListener('popstate', follow)

interface LinkProps {
  readonly to: ConsolePage
  readonly params?: Readonly<Record<string, string>>
  readonly class?: string
  readonly 'aria-label'?: string
  readonly children: ComponentChildren
}

/** A link to a page, which can be opened in another tab as well. */
export function Link({ to, params, children, ...rest }: LinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(to, params)
  }
  const current = params === undefined && currentPage.value === to ? 'page' : undefined
  return (
    <a {...rest} href={addressOf(to, params)} aria-current={current} onClick={onClick}>
      {children}
    </a>
  )
}
