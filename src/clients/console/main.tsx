/**
 * The script that a browser runs at `/console/`: the sign-in, or the page in use for a user who is
 * signed in [console.pages].
 */
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ConsolePage } from '../../api/console/page/wire'
import { followSession, loadSession, session } from './data/session'
import { KeysPage } from './pages/keys/keys'
import { LeaderboardPage } from './pages/leaderboard/leaderboard'
import { MarketPage } from './pages/market/market'
import { OrdersPage } from './pages/orders/orders'
import { SandboxPage } from './pages/sandbox/sandbox'
import { SigninPage } from './pages/signin/signin'
import { TradePage } from './pages/trade/trade'
import { Frame } from './shell/frame'
import { dress } from './shell/preferences'
import { currentPage } from './shell/router'
import { listenToKeys } from './shell/shortcuts'
import { Failed } from './ui/states'

const PAGES: Readonly<Record<ConsolePage, () => preact.JSX.Element>> = {
  '': TradePage,
  orders: OrdersPage,
  market: MarketPage,
  keys: KeysPage,
  sandbox: SandboxPage,
  leaderboard: LeaderboardPage,
}

function Console() {
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

/** The same as in index.html, so that nothing moves when the script begins. */
const Opening = () => (
  <div class="frame">
    <header class="top">
      <span class="product">paper-brokerage</span>
    </header>
  </div>
)

dress(document.documentElement)
listenToKeys()
followSession()
const place = document.getElementById('app')
if (place !== null) render(<Console />, place)
