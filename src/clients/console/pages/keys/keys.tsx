/** The page "Keys": the user's keys and accounts, and the users. */
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Button } from '../../ui/button'
import { Empty, Failed, Waiting } from '../../ui/states'
import { Accounts } from './accounts'
import { type NewSecret, type Owned, readOwned } from './calls'
import { ClientCard, ClientForm, ShownSecret } from './clients'
import { keysText } from './text'
import { Users } from './users'
import './keys.css'

export function KeysPage() {
  const say = keysText()
  const [owned, setOwned] = useState<Owned | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [shown, setShown] = useState<NewSecret | null>(null)
  const [making, setMaking] = useState(false)
  const load = useCallback(() => {
    setFault(null)
    readOwned().then(setOwned, setFault)
  }, [])
  useEffect(load, [])
  const changed = (key: NewSecret | null) => {
    if (key !== null) setShown(key)
    setMaking(false)
    load()
  }
  if (owned === null) return fault === null ? <Waiting /> : <Failed error={fault} onAgain={load} />
  const { clients, accounts, usual } = owned
  return (
    <section class="keys-page stack">
      <header class="row between">
        <h1>{say.title}</h1>
        <Button kind="primary" onClick={() => setMaking(true)}>
          {say.newKey}
        </Button>
      </header>
      {fault !== null && <Failed error={fault} onAgain={load} />}
      {shown !== null && (
        <ShownSecret key={shown.clientSecret} shown={shown} onDone={() => setShown(null)} />
      )}
      <section class="stack" aria-label={say.keys}>
        {clients.length === 0 && (
          <Empty title={say.noKeys}>
            <p>{say.whyKeys}</p>
          </Empty>
        )}
        <div class="clients">
          {clients.map((client) => (
            <ClientCard
              key={client.clientId}
              client={client}
              accounts={accounts}
              onChanged={changed}
            />
          ))}
        </div>
      </section>
      <Accounts accounts={accounts} usual={usual} onChanged={load} />
      <Users />
      {making && (
        <ClientForm accounts={accounts} onDone={changed} onClose={() => setMaking(false)} />
      )}
    </section>
  )
}
