/** The account in use and its worth, above every page. */
import { useEffect } from 'preact/hooks'
import { account, history } from '../data/account'
import { accountId, accountName, accounts, useAccount } from '../data/client'
import { marketClock } from '../data/market-clock'
import { usePolled } from '../data/polled'
import { todaysGain } from '../data/todays-gain'
import { cents } from '../ui/decimal'
import { Change, Money } from '../ui/number'
import { shellText } from './text'
import './frame.css'

export function AccountBar() {
  const say = shellText()
  const shown = usePolled(account)
  const worth = shown.state === 'ready' ? shown.value : null
  return (
    <section class="account-bar" aria-label={say.summary}>
      <AccountChooser />
      <dl>
        <div>
          <dt>{say.total}</dt>
          <dd>
            <Money value={worth && cents(worth.totalAssetAmount)} live />
          </dd>
        </div>
        <Today total={worth?.totalAssetAmount} />
        <div>
          <dt>{say.cash}</dt>
          <dd>
            <Money value={worth && cents(worth.cashAmount)} live />
          </dd>
        </div>
        <div>
          <dt>{say.buyingPower}</dt>
          <dd>
            <Money value={worth && cents(worth.buyingPower)} live />
          </dd>
        </div>
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
    <div>
      <dt>{say.today}</dt>
      <dd>
        <Change value={gain && cents(gain.amount)} live />
        {gain !== null && (
          <>
            {' '}
            <Change value={gain.percent} unit="%" />
          </>
        )}
      </dd>
    </div>
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
