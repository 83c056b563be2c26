/**
 * The whole console: who is not signed in sees the sign-in, everybody else the page in use
 * [console.pages].
 */
import { useEffect } from 'preact/hooks'
import type { ConsolePage } from '../../../api/console/page/wire'
import { loadSession, session } from '../data/session'
import { ClassPage } from '../pages/class/class'
import { DeskPage } from '../pages/desk/desk'
import { KeysPage } from '../pages/keys/keys'
import { MarketPage } from '../pages/market/market'
import { OrdersPage } from '../pages/orders/orders'
import { SigninPage } from '../pages/signin/signin'
import { TradePage } from '../pages/trade/trade'
import { Failed } from '../ui/states'
import { Frame } from './frame'
import { currentPage } from './router'

const PAGES: Readonly<Record<ConsolePage, () => preact.JSX.Element>> = {
  '': TradePage,
  orders: OrdersPage,
  market: MarketPage,
  keys: KeysPage,
  desk: DeskPage,
  class: ClassPage,
}

export function Console() {
  useEffect(() => void loadSession(), [])
  const { value: now } = session
  if (now.state === 'loading') return <Opening />
  if (now.state === 'failed') return <Failed error={now.error} onAgain={() => void loadSession()} />
  if (now.state === 'out') return <SigninPage />
  const Page = PAGES[currentPage.value]
  return (
    <Frame>
      <Page />
    </Frame>
  )
}

/** As in index.html, so that nothing moves when the script begins. */
const Opening = () => (
  <div class="frame">
    <header class="top">
      <span class="product">paper-brokerage</span>
    </header>
  </div>
)
