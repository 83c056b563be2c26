/** What stands around every page: its name, the pages, the account, the way to the settings. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ConsolePage } from '../../../api/console/page/wire'
import { runOrders } from '../data/orders'
import { session } from '../data/session'
import { Button } from '../ui/button'
import { AccountBar } from './account-bar'
import { ConnectionState } from './connection-state'
import { everywhere } from './everywhere'
import { MarketState } from './market-state'
import { Link } from './router'
import { Settings } from './settings'
import { addShortcuts } from './shortcuts'
import { shellText } from './text'
import './frame.css'

type PageName = Exclude<ConsolePage, ''> | 'trade'

const nameOf = (page: ConsolePage): PageName => (page === '' ? 'trade' : page)

/** The pages that this user has. */
export function pagesOf(user: { readonly operator: boolean; readonly sandbox: boolean }) {
  const all: readonly ConsolePage[] = ['', 'orders', 'market', 'keys']
  return [
    ...all,
    ...(user.sandbox ? (['desk'] as const) : []),
    ...(user.operator ? (['class'] as const) : []),
  ]
}

export function Frame({ children }: { readonly children: ComponentChildren }) {
  const say = shellText()
  const [settings, setSettings] = useState(false)
  useEffect(() => addShortcuts(everywhere(() => setSettings(true))), [])
  useEffect(runOrders, [])
  const { value: now } = session
  if (now.state !== 'in') return null
  const { user, sandbox } = now.session
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {say.skip}
      </a>
      <header class="top">
        <span class="product">{say.product}</span>
        <nav class="pages" aria-label={say.pages}>
          {pagesOf({ operator: user.operator, sandbox }).map((page) => (
            <Link key={page} to={page} class={page === 'desk' ? 'to-desk' : 'to-page'}>
              {say[nameOf(page)]}
            </Link>
          ))}
        </nav>
        <MarketState />
        <Button kind="quiet" aria-label={say.settings} onClick={() => setSettings(true)}>
          <span aria-hidden="true">☰</span>
        </Button>
      </header>
      <ConnectionState />
      <AccountBar />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {settings && <Settings onClose={() => setSettings(false)} />}
    </div>
  )
}
