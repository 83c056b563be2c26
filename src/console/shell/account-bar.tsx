/** The account in use, and what it has: the second line of every page. */
import { account, history } from '../data/account'
import { accountId, accountIds, useAccount } from '../data/client'
import { usePolled } from '../data/polled'
import { Change, Money } from '../ui/number'
import { less, percentOf } from '../ui/sum'
import { shellText } from './text'
import './account-bar.css'

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
            <Money value={worth?.totalAssetAmount} live />
          </dd>
        </div>
        <Today total={worth?.totalAssetAmount} />
        <div>
          <dt>{say.cash}</dt>
          <dd>
            <Money value={worth?.cashAmount} live />
          </dd>
        </div>
        <div>
          <dt>{say.buyingPower}</dt>
          <dd>
            <Money value={worth?.buyingPower} live />
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** Since the last close of REGULAR; without one, since the account was made. */
function Today({ total }: { readonly total: string | undefined }) {
  const say = shellText()
  const shown = usePolled(history)
  const points = shown.state === 'ready' ? shown.value.points : []
  // The last point is now, the one before it the last close.
  const close = points.at(-2)
  const before = close?.totalAssetAmount ?? points.at(-1)?.capitalAmount
  const change = total === undefined || before === undefined ? null : less(total, before)
  return (
    <div>
      <dt>{close === undefined ? say.profit : say.today}</dt>
      <dd>
        <Change value={change} live />
        {change !== null && before !== undefined && (
          <>
            {' '}
            <Change value={percentOf(change, before)} unit="%" />
          </>
        )}
      </dd>
    </div>
  )
}

function AccountChooser() {
  const say = shellText()
  const ids = accountIds.value
  if (ids === null) return <span class="account" />
  if (ids.length === 0) return <span class="account muted">{say.noAccounts}</span>
  return (
    <label class="account">
      <span class="unseen">{say.account}</span>
      <select
        class="bare-input"
        value={accountId.value ?? ''}
        onChange={(event) => useAccount(event.currentTarget.value)}
      >
        {ids.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  )
}
