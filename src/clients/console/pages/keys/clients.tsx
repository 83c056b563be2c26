/**
 * The user's keys: one key with its facts and actions, the form of a key, a new secret, which is
 * shown only once, and code to paste.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button, Choice, Copy, CopyRow } from '../../ui/button'
import { Confirm, FormDialog, useCall } from '../../ui/dialog'
import { faultAt, TextField } from '../../ui/form-field'
import { RefusalNote } from '../../ui/states'
import {
  changeClient,
  createAccount,
  createClient,
  type NewSecret,
  type OwnAccount,
  type OwnClient,
  revokeClient,
  rotateClient,
  type Scope,
  shownTime,
} from './calls'
import { SNIPPETS, type SnippetFacts, type SnippetName, snippetOf } from './snippets'
import { keysText } from './text'

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

interface ClientFormProps {
  /** Omit it to create a key. */
  readonly client?: OwnClient
  readonly accounts: readonly OwnAccount[]
  readonly onDone: (shown: NewSecret | null) => void
  readonly onClose: () => void
}

export function ClientForm({ client, accounts, onDone, onClose }: ClientFormProps) {
  const say = keysText()
  const [label, setLabel] = useState(client?.label ?? '')
  const [scope, setScope] = useState<Scope>(client?.scope ?? 'TRADE')
  const first = accounts.slice(0, 1).map(({ accountId }) => accountId)
  const [chosen, setChosen] = useState<readonly string[]>(client?.accountIds ?? first)
  const call = useCall()

  async function save(): Promise<NewSecret | null> {
    // A user without an account gets one with the first key.
    const accountIds = chosen.length > 0 ? [...chosen] : [await createAccount({})]
    setChosen(accountIds)
    if (client !== undefined) {
      await changeClient(client.clientId, { label, scope, accountIds })
      return null
    }
    const named = label !== '' && { label }
    const { clientId, clientSecret } = await createClient({ accountIds, scope, ...named })
    return { clientId, clientSecret, scope, accountId: accountIds[0] }
  }

  const scopes = [
    ['TRADE', say.trade],
    ['READ_ONLY', say.readOnly],
  ] as const
  return (
    <FormDialog
      title={client === undefined ? say.newKey : say.editOf(nameOf(client))}
      action={client === undefined ? say.makeKey : say.save}
      call={call}
      shownAt={['label']}
      disabled={accounts.length > 0 && chosen.length === 0}
      onSubmit={() => call.run(save, onDone)}
      onClose={onClose}
    >
      <TextField
        label={say.label}
        hint={say.labelHint}
        value={label}
        onInput={setLabel}
        fault={faultAt('label', call.fault)}
      />
      <div class="form-field">
        <span class="muted">{say.permissions}</span>
        <Choice
          label={say.permissions}
          name="scope"
          value={scope}
          options={scopes}
          onChange={setScope}
        />
      </div>
      <AccountChoice accounts={accounts} chosen={chosen} onChoose={setChosen} />
    </FormDialog>
  )
}

interface AccountChoiceProps {
  readonly accounts: readonly OwnAccount[]
  readonly chosen: readonly string[]
  readonly onChoose: (accountIds: readonly string[]) => void
}

function AccountChoice({ accounts, chosen, onChoose }: AccountChoiceProps) {
  const say = keysText()
  const toggle = (accountId: string) =>
    onChoose(
      chosen.includes(accountId)
        ? chosen.filter((each) => each !== accountId)
        : [...chosen, accountId],
    )
  return (
    <fieldset class="accounts-of-client">
      <legend class="muted">{say.accounts}</legend>
      {accounts.length === 0 && <p class="muted">{say.accountComesWithKey}</p>}
      {accounts.map(({ accountId, label }) => (
        <label key={accountId} class="row">
          <input
            type="checkbox"
            checked={chosen.includes(accountId)}
            onChange={() => toggle(accountId)}
          />
          {label !== null && <span>{label}</span>}
          <code>{accountId}</code>
        </label>
      ))}
    </fieldset>
  )
}

const nameOf = ({ label, clientId }: Pick<OwnClient, 'label' | 'clientId'>): string =>
  label ?? clientId

interface ShownSecretProps {
  readonly shown: NewSecret
  readonly onDone: () => void
}

export function ShownSecret({ shown, onDone }: ShownSecretProps) {
  const say = keysText()
  const { clientId, clientSecret, accountId = '', scope } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [clientSecret])
  useEffect(() => {
    // Leaving the page would lose the secret, so the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  const facts = {
    url: location.origin,
    clientId,
    clientSecret,
    accountId,
    trades: scope === 'TRADE',
  }
  return (
    <section class="panel stack shown-secret" aria-labelledby="shown-secret">
      <div>
        <h2 id="shown-secret" ref={heading} tabIndex={-1}>
          {say.secretShownOnce}
        </h2>
        <p class="muted">{say.copyIt}</p>
      </div>
      <dl class="facts">
        <CopyRow label={say.clientId} text={clientId} />
        <CopyRow label={say.clientSecret} text={clientSecret} />
      </dl>
      <Connect facts={facts} />
      <div class="row">
        <Button kind="primary" onClick={onDone}>
          {say.done}
        </Button>
      </div>
    </section>
  )
}

const NAMES: Readonly<Record<SnippetName, string>> = {
  env: '.env',
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
}

function Connect({ facts }: { readonly facts: SnippetFacts }) {
  const say = keysText()
  const [name, setName] = useState<SnippetName>('env')
  const text = snippetOf(name, facts)
  return (
    <div class="connect">
      <div class="row">
        <Choice
          label={say.language}
          name={`snippet-${facts.clientId}`}
          value={name}
          options={SNIPPETS.map((each) => [each, NAMES[each]])}
          onChange={setName}
        />
        <Copy text={text} what={NAMES[name]} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
      {facts.trades && name !== 'env' && <p class="muted">{say.buysOne}</p>}
    </div>
  )
}
