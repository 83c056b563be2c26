/**
 * The frame of every page: navigation, the market's state, the account with its worth, settings,
 * shortcuts.
 */
import './frame.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ConsolePage } from '../../../api/console/page/wire'
import { account, history } from '../data/account'
import { type MarketTimeAnswer, marketClock, marketNowMs, runClock } from '../data/market'
import { connection, runOrders } from '../data/orders'
import { unreachable, usePolled } from '../data/polled'
import { accountId, accountName, accounts, session, useAccount } from '../data/session'
import { msOf } from '../data/time'
import { todaysGain } from '../data/todays-gain'
import { change, focusTicket } from '../pages/trade/ticket'
import { searchField } from '../parts/instruments'
import { Button } from '../ui/button'
import { cents, shownDecimal } from '../ui/decimal'
import { Change, Figure, Money } from '../ui/number'
import { clockTime, NEW_YORK_ZONE, spanOf } from '../ui/when'
import { currentPage, go, Link } from './router'
import { Settings } from './settings'
import { addShortcuts, type Shortcut } from './shortcuts'
import { sessionName, shellText } from './text'
import { nameOfZone, ZONES } from './zone'

type PageName = Exclude<ConsolePage, ''> | 'trade'

const nameOf = (page: ConsolePage): PageName => (page === '' ? 'trade' : page)

/** The pages that a user may open. */
function pagesOf(user: { readonly operator: boolean; readonly sandbox: boolean }) {
  const all: readonly ConsolePage[] = ['', 'orders', 'market', 'keys']
  return [
    ...all,
    ...(user.sandbox ? (['sandbox'] as const) : []),
    ...(user.operator ? (['leaderboard'] as const) : []),
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
            <Link key={page} to={page} class={page === 'sandbox' ? 'to-sandbox' : 'to-page'}>
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

/** A note while the connection is lost. */
function ConnectionState() {
  const say = shellText()
  const { state } = connection.value
  // If a server has turned the stream off, orders are read by HTTP.
  const text = unreachable.value ? say.lost : state === 'failed' ? say.streamFailed : ''
  return (
    <div class="connection" role="status">
      {text !== '' && <span>{text}</span>}
    </div>
  )
}

/** The market's session, its next boundary, and its time in New York, in Korea and here. */
function MarketState() {
  const say = shellText()
  useEffect(runClock, [])
  const { value: shown } = marketClock.shown
  const nowMs = marketNowMs.value
  if (shown.state !== 'ready' || nowMs === null) return <div class="market-state" />
  const { value: market } = shown
  return (
    <section class="market-state" aria-label={say.marketState}>
      <span class={`session ${market.session.toLowerCase()}`}>
        <span class="dot" aria-hidden="true" />
        {sessionName(market.session)}
      </span>
      <span class="boundary">{boundary(market, nowMs)}</span>
      {ZONES.map((zone) => (
        <span key={zone} class={zone === NEW_YORK_ZONE ? 'time' : 'time other'}>
          <b>{clockTime(nowMs, zone)}</b> {nameOfZone(zone)}
        </span>
      ))}
      {market.simulated && <span class="speed">{pace(market)}</span>}
    </section>
  )
}

/** When the current session closes or the next one opens. */
function boundary({ session, nextOpening, nextClosing }: MarketTimeAnswer, nowMs: number): string {
  const say = shellText()
  if (session !== 'CLOSED' && nextClosing !== null) {
    return say.closesIn(spanText(msOf(nextClosing.at) - nowMs))
  }
  if (nextOpening === null) return say.neverOpens
  return say.opensIn(sessionName(nextOpening.session), spanText(msOf(nextOpening.at) - nowMs))
}

function spanText(ms: number): string {
  const say = shellText()
  const { days, hours, minutes, seconds } = spanOf(ms)
  if (days > 0) return say.days(days, hours)
  return hours > 0 ? say.hours(hours, minutes) : say.minutes(minutes, seconds)
}

function pace({ speed, speedReached }: MarketTimeAnswer): string {
  const say = shellText()
  if (speed === 0) return say.standing
  const text = say.simulated(shownDecimal(speed))
  const isSlow = speedReached !== null && speedReached < speed * 0.95
  return isSlow ? `${text}, ${say.slower(shownDecimal(speedReached))}` : text
}

/** The pages that have a search. */
const WITH_SEARCH: readonly string[] = ['', 'market']

function everywhere(showKeys: () => void): readonly Shortcut[] {
  const order = (side: 'BUY' | 'SELL') => () => {
    if (currentPage.peek() !== '') go('')
    change({ side })
    focusTicket()
  }
  const search = (): void => {
    if (!WITH_SEARCH.includes(currentPage.peek())) go('')
    searchField.focus()
  }
  return [
    { key: '/', label: () => shellText().toSearch, run: search },
    { key: 'b', label: () => shellText().toBuy, run: order('BUY') },
    { key: 's', label: () => shellText().toSell, run: order('SELL') },
    { key: '?', label: () => shellText().keyboard, run: showKeys },
  ]
}

function AccountBar() {
  const say = shellText()
  const shown = usePolled(account)
  const worth = shown.state === 'ready' ? shown.value : null
  return (
    <section class="account-bar" aria-label={say.summary}>
      <AccountChooser />
      <dl class="figures">
        <Figure label={say.total}>
          <Money value={worth && cents(worth.totalAssetAmount)} live />
        </Figure>
        <Today total={worth?.totalAssetAmount} />
        <Figure label={say.cash}>
          <Money value={worth && cents(worth.cashAmount)} live />
        </Figure>
        <Figure label={say.buyingPower}>
          <Money value={worth && cents(worth.buyingPower)} live />
        </Figure>
      </dl>
    </section>
  )
}

/** Counted until the next trading date begins [console.today]. */
function Today({ total }: { readonly total: string | undefined }) {
  const say = shellText()
  const shown = usePolled(history)
  const clock = usePolled(marketClock)
  const day = clock.state === 'ready' ? clock.value : null
  // Closes come with the sessions, sooner than the history is read again.
  useEffect(() => history.reload(), [day?.session, day?.tradingDate])
  const gain =
    shown.state === 'ready' && day !== null && total !== undefined
      ? todaysGain(total, shown.value.points, day)
      : null
  return (
    <Figure label={say.today}>
      <Change value={gain && cents(gain.amount)} live />
      {gain !== null && (
        <>
          {' '}
          <Change value={gain.percent} unit="%" />
        </>
      )}
    </Figure>
  )
}

function AccountChooser() {
  const say = shellText()
  const owned = accounts.value
  if (owned === null) return <span class="account" />
  if (owned.length === 0) return <span class="account muted">{say.noAccounts}</span>
  return (
    <label class="account">
      <span class="unseen">{say.account}</span>
      <select
        class="bare-input"
        value={accountId.value ?? ''}
        onChange={(event) => useAccount(event.currentTarget.value)}
      >
        {owned.map((each) => (
          <option key={each.accountId} value={each.accountId}>
            {accountName(each)}
          </option>
        ))}
      </select>
    </label>
  )
}
