/** One key: its facts, its permissions, and the actions on it. */
import { useState } from 'preact/hooks'
import { Button, CopyRow } from '../../ui/button'
import { Confirm } from '../../ui/dialog'
import { useCall } from '../../ui/form-dialog'
import { RefusalNote } from '../../ui/states'
import {
  changeClient,
  type NewSecret,
  type OwnAccount,
  type OwnClient,
  revokeClient,
  rotateClient,
} from './calls'
import { ClientForm, nameOf } from './client-form'
import { Connect } from './connect'
import { keysText } from './text'
import { shownTime } from './time'

interface ClientCardProps {
  readonly client: OwnClient
  readonly accounts: readonly OwnAccount[]
  /** Called after a change, with the new secret if there is one. */
  readonly onChanged: (shown: NewSecret | null) => void
}

type OpenDialog = 'rotate' | 'disable' | 'revoke' | 'change' | null

export function ClientCard({ client, accounts, onChanged }: ClientCardProps) {
  const say = keysText()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [connecting, setConnecting] = useState(false)
  const call = useCall()
  const { clientId, scope, enabled } = client
  const name = nameOf(client)
  const done = (shown: NewSecret | null = null) => {
    setDialog(null)
    onChanged(shown)
  }
  const close = () => setDialog(null)
  const note = call.fault === undefined ? null : <RefusalNote error={call.fault} />
  return (
    <article class={enabled ? 'panel client' : 'panel client disabled'} aria-label={name}>
      <header class="row">
        <h3>{name}</h3>
        <span class="tag">{scope === 'TRADE' ? say.trade : say.readOnly}</span>
        {!enabled && <span class="tag off">{say.disabled}</span>}
      </header>
      <Facts client={client} />
      {dialog === null && note}
      <div class="row">
        <Button aria-expanded={connecting} onClick={() => setConnecting(!connecting)}>
          {say.connect}
        </Button>
        <Button onClick={() => setDialog('change')}>{say.edit}</Button>
        <Button onClick={() => setDialog('rotate')}>{say.rotate}</Button>
        <Button onClick={() => setDialog('revoke')}>{say.revoke}</Button>
        {enabled ? (
          <Button kind="danger" onClick={() => setDialog('disable')}>
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
      {dialog === 'change' && (
        <ClientForm client={client} accounts={accounts} onDone={() => done()} onClose={close} />
      )}
      {(dialog === 'rotate' || dialog === 'revoke' || dialog === 'disable') && (
        <Confirmed what={dialog} client={client} call={call} onDone={done} onClose={close} />
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
      <CopyRow label={say.clientId} text={clientId} />
      <dt>{say.accounts}</dt>
      <dd>
        {accountIds.length === 0 ? say.none : accountIds.map((id) => <code key={id}>{id} </code>)}
      </dd>
      <dt>{say.created}</dt>
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
  readonly onDone: (shown: NewSecret | null) => void
  readonly onClose: () => void
}

function Confirmed({ what, client, call, onDone, onClose }: ConfirmedProps) {
  const say = keysText()
  const { clientId, scope, accountIds } = client
  const name = nameOf(client)
  const { title, action, means } = {
    rotate: { title: say.rotateOf(name), action: say.rotate, means: say.rotateMeans },
    revoke: { title: say.revokeOf(name), action: say.revoke, means: say.revokeMeans },
    disable: { title: say.disableOf(name), action: say.disable, means: say.disableMeans },
  }[what]
  const rotate = async (): Promise<NewSecret> => {
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
