/** One client: what it is, what it may do, and what can be done with it. */
import { useState } from 'preact/hooks'
import { Button, Copy } from '../../ui/button'
import { Confirm } from '../../ui/dialog'
import { RefusalNote } from '../../ui/states'
import {
  changeClient,
  type OwnAccount,
  type OwnClient,
  revokeClient,
  rotateClient,
  type ShownKey,
  useCall,
} from './calls'
import { ClientForm, nameOf } from './client-form'
import { Connect } from './connect'
import { keysText } from './text'
import { shownTime } from './time'

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
  const { clientId, scope, enabled } = client
  const name = nameOf(client)
  const done = (shown: ShownKey | null = null) => {
    setAsked(null)
    onChanged(shown)
  }
  const close = () => setAsked(null)
  const note = call.fault === undefined ? null : <RefusalNote error={call.fault} />
  return (
    <article class={enabled ? 'panel client' : 'panel client disabled'} aria-label={name}>
      <header class="row">
        <h3>{name}</h3>
        <span class="tag">{scope === 'TRADE' ? say.trade : say.readOnly}</span>
        {!enabled && <span class="tag off">{say.disabled}</span>}
      </header>
      <Facts client={client} />
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
          <Button
            onClick={() =>
              call.run(
                () => changeClient(clientId, { enabled: true }),
                () => done(),
              )
            }
          >
            {say.enable}
          </Button>
        )}
      </div>
      {connecting && <Connecting client={client} />}
      {asked === 'change' && (
        <ClientForm client={client} accounts={accounts} onDone={() => done()} onClose={close} />
      )}
      {(asked === 'rotate' || asked === 'revoke' || asked === 'disable') && (
        <Confirmed what={asked} client={client} call={call} onDone={done} onClose={close} />
      )}
    </article>
  )
}

interface PartProps {
  readonly client: OwnClient
}

function Facts({ client }: PartProps) {
  const say = keysText()
  const { clientId, accountIds, createdAt, lastUsedAt } = client
  return (
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
  )
}

function Connecting({ client: { clientId, accountIds, scope } }: PartProps) {
  const say = keysText()
  return (
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
  )
}

interface ConfirmedProps extends PartProps {
  readonly what: 'rotate' | 'revoke' | 'disable'
  readonly call: ReturnType<typeof useCall>
  readonly onDone: (shown: ShownKey | null) => void
  readonly onClose: () => void
}

/** What takes effect once it is confirmed. */
function Confirmed({ what, client, call, onDone, onClose }: ConfirmedProps) {
  const say = keysText()
  const { clientId, scope, accountIds } = client
  const name = nameOf(client)
  const { title, action, means } = {
    rotate: { title: say.rotateOf(name), action: say.rotate, means: say.rotateMeans },
    revoke: { title: say.revokeOf(name), action: say.revoke, means: say.revokeMeans },
    disable: { title: say.disableOf(name), action: say.disable, means: say.disableMeans },
  }[what]
  const rotate = async (): Promise<ShownKey> => {
    const { clientSecret } = await rotateClient(clientId)
    return { clientId, clientSecret, scope, accountId: accountIds[0] }
  }
  const confirm = () => {
    if (what === 'rotate') call.run(rotate, onDone)
    else if (what === 'revoke') {
      call.run(
        () => revokeClient(clientId),
        () => onDone(null),
      )
    } else {
      call.run(
        () => changeClient(clientId, { enabled: false }),
        () => onDone(null),
      )
    }
  }
  return (
    <Confirm title={title} action={action} busy={call.busy} onConfirm={confirm} onClose={onClose}>
      <p>{means}</p>
      {what === 'rotate' && client.fromSettings && <p>{say.fromSettings}</p>}
      {call.fault !== undefined && <RefusalNote error={call.fault} />}
    </Confirm>
  )
}
