/** The form of a new or an existing key: its name, its permissions and its accounts. */
import { useState } from 'preact/hooks'
import { Choice } from '../../ui/button'
import { FormDialog, useCall } from '../../ui/form-dialog'
import { faultAt, TextField } from '../../ui/form-field'
import {
  changeClient,
  createAccount,
  createClient,
  type NewSecret,
  type OwnAccount,
  type OwnClient,
  type Scope,
} from './calls'
import { keysText } from './text'

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

export const nameOf = ({ label, clientId }: Pick<OwnClient, 'label' | 'clientId'>): string =>
  label ?? clientId
