/** One client: what it is, what it may do, and what can be done with it. */
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button'
import { Copy } from '../../ui/copy'
import { Confirm } from '../../ui/dialog'
import { RefusalNote } from '../../ui/refusal-note'
import {
  changeClient,
  type OwnAccount,
  type OwnClient,
  revokeClient,
  rotateClient,
  type ShownKey,
} from './calls'
import { ClientForm, nameOf } from './client-form'
import { Connect } from './connect'
import { keysText } from './text'
import { shownTime } from './time'
import { useCall } from './use-call'

interface ClientCardProps {
  readonly client: OwnClient
  readonly accounts: readonly OwnAccount[]
  /** It has changed, perhaps with a new secret. */
  readonly onChanged: (shown: ShownKey | null) => void
}

type Asked = 'rotate' | 'disable' | 'revoke' | 'change' | null

export function ClientCard({ client, accounts, onChanged }: ClientCardProps) {
  const say = keysText()
  const [asked, setAsked] = useState<Asked>(null)
  const [connecting, setConnecting] = useState(false)
  const call = useCall()
  const { clientId, scope, enabled, accountIds, createdAt, lastUsedAt } = client
  const name = nameOf(client)
  const done = (shown: ShownKey | null = null) => {
    setAsked(null)
    onChanged(shown)
  }
  const run = <Answer,>(work: () => Promise<Answer>, shown?: (answer: Answer) => ShownKey) =>
    call.run(work, (answer) => done(shown?.(answer) ?? null))
  const close = () => setAsked(null)
  const note = call.fault === undefined ? null : <RefusalNote error={call.fault} />
  const shared = { busy: call.busy, onClose: close }
  return (
    <article class={enabled ? 'panel client' : 'panel client disabled'} aria-label={name}>
      <header class="row">
        <h3>{name}</h3>
        <span class="tag">{scope === 'TRADE' ? say.trade : say.readOnly}</span>
        {!enabled && <span class="tag off">{say.disabled}</span>}
      </header>
      <dl class="facts">
        <dt>{say.clientId}</dt>
        <dd class="row">
          <code>{clientId}</code>
          <Copy text={clientId} what={say.clientId} />
        </dd>
        <dt>{say.accounts}</dt>
        <dd>
          {accountIds.length === 0 ? say.none : accountIds.map((id) => <code key={id}>{id} </code>)}
        </dd>
        <dt>{say.made}</dt>
        <dd>{shownTime(createdAt)}</dd>
        <dt>{say.lastUsed}</dt>
        <dd>{lastUsedAt === null ? say.never : shownTime(lastUsedAt)}</dd>
      </dl>
      {asked === null && note}
      <div class="row">
        <Button aria-expanded={connecting} onClick={() => setConnecting(!connecting)}>
          {say.connect}
        </Button>
        <Button onClick={() => setAsked('change')}>{say.change}</Button>
        <Button onClick={() => setAsked('rotate')}>{say.rotate}</Button>
        <Button onClick={() => setAsked('revoke')}>{say.revoke}</Button>
        {enabled ? (
          <Button kind="danger" onClick={() => setAsked('disable')}>
            {say.disable}
          </Button>
        ) : (
          <Button onClick={() => run(() => changeClient(clientId, { enabled: true }))}>
            {say.enable}
          </Button>
        )}
      </div>
      {connecting && (
        <>
          <p class="muted">{say.secretNotHere}</p>
          <Connect
            facts={{
              url: location.origin,
              clientId,
              clientSecret: say.yourSecret,
              accountId: accountIds[0] ?? '',
              trades: scope === 'TRADE',
            }}
          />
        </>
      )}
      {asked === 'change' && (
        <ClientForm client={client} accounts={accounts} onDone={() => done()} onClose={close} />
      )}
      {asked === 'rotate' && (
        <Confirm
          {...shared}
          title={say.rotateOf(name)}
          action={say.rotate}
          onConfirm={() =>
            run(
              () => rotateClient(clientId),
              ({ clientSecret }) => ({ clientId, clientSecret, scope, accountId: accountIds[0] }),
            )
          }
        >
          <p>{say.rotateMeans}</p>
          {client.fromSettings && <p>{say.fromSettings}</p>}
          {note}
        </Confirm>
      )}
      {asked === 'revoke' && (
        <Confirm
          {...shared}
          title={say.revokeOf(name)}
          action={say.revoke}
          onConfirm={() => run(() => revokeClient(clientId))}
        >
          <p>{say.revokeMeans}</p>
          {note}
        </Confirm>
      )}
      {asked === 'disable' && (
        <Confirm
          {...shared}
          title={say.disableOf(name)}
          action={say.disable}
          onConfirm={() => run(() => changeClient(clientId, { enabled: false }))}
        >
          <p>{say.disableMeans}</p>
          {note}
        </Confirm>
      )}
    </article>
  )
}
