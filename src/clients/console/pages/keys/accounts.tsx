/** The user's accounts: to create, reset, and change the fill profile. */
import { useState } from 'preact/hooks'
import { loadAccounts } from '../../data/session'
import { Button } from '../../ui/button'
import { type Call, Confirm, FormDialog, useCall } from '../../ui/dialog'
import { faultAt, faultElsewhere, SelectField, TextField } from '../../ui/form-field'
import { Money } from '../../ui/number'
import { RefusalNote } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import {
  changeProfile,
  createAccount,
  type OwnAccount,
  type Profile,
  renameAccount,
  resetAccount,
  shownTime,
  type Usual,
} from './calls'
import { keysText } from './text'

interface AccountsProps {
  readonly accounts: readonly OwnAccount[]
  readonly usual: Usual
  readonly onChanged: () => void
}

const PROFILES = ['ideal', 'standard', 'strict'] as const
const profileOf = (fillProfile: string): Profile =>
  PROFILES.find((name) => fillProfile.startsWith(name)) ?? 'standard'

type OpenDialog =
  | { readonly what: 'new' }
  | { readonly what: 'name' | 'reset' | 'profile'; readonly account: OwnAccount }

export function Accounts({ accounts, usual, onChanged }: AccountsProps) {
  const say = keysText()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <section class="panel stack" aria-labelledby="own-accounts">
      <header class="row between">
        <h2 id="own-accounts">{say.accounts}</h2>
        <Button onClick={() => setDialog({ what: 'new' })}>{say.newAccount}</Button>
      </header>
      {accounts.length === 0 ? (
        <p class="muted">{say.noAccounts}</p>
      ) : (
        <Table
          caption={say.accounts}
          columns={columnsOf(setDialog)}
          rows={accounts}
          keyOf={({ accountId }) => accountId}
        />
      )}
      {dialog?.what === 'new' && <NewAccount usual={usual} onDone={done} onClose={close} />}
      {dialog?.what === 'reset' && (
        <Reset {...dialog} usual={usual} onDone={done} onClose={close} />
      )}
      {dialog?.what === 'name' && <Rename {...dialog} onDone={done} onClose={close} />}
      {dialog?.what === 'profile' && <ChangeProfile {...dialog} onDone={done} onClose={close} />}
    </section>
  )
}

function columnsOf(open: (dialog: OpenDialog) => void): readonly Column<OwnAccount>[] {
  const say = keysText()
  return [
    {
      key: 'id',
      label: say.account,
      cell: ({ accountId, label }) => (
        <>
          {label !== null && <b>{label} </b>}
          <code>{accountId}</code>
        </>
      ),
    },
    { key: 'cash', label: say.cash, numeric: true, cell: ({ cash }) => <Money value={cash} /> },
    {
      key: 'initial',
      label: say.initialCash,
      numeric: true,
      cell: ({ initialCash }) => <Money value={initialCash} />,
    },
    { key: 'profile', label: say.profile, cell: ({ fillProfile }) => fillProfile },
    { key: 'made', label: say.created, cell: ({ createdAt }) => shownTime(createdAt) },
    { key: 'clients', label: say.keys, numeric: true, cell: (each) => each.clientIds.length },
    {
      key: 'actions',
      label: '',
      cell: (account) => (
        <span class="row">
          <Button
            aria-label={say.renameOf(account.accountId)}
            onClick={() => open({ what: 'name', account })}
          >
            {say.rename}
          </Button>
          <Button
            aria-label={say.profileOf(account.accountId)}
            onClick={() => open({ what: 'profile', account })}
          >
            {say.profile}
          </Button>
          <Button
            aria-label={say.resetOf(account.accountId)}
            onClick={() => open({ what: 'reset', account })}
          >
            {say.reset}
          </Button>
        </span>
      ),
    },
  ]
}

interface FormProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

const profiles = () => PROFILES.map((name) => [name, keysText()[name]] as const)

/** Undefined for an empty text. The server refuses a text that is not an amount. */
const amountOf = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.trim().replaceAll(',', '')

interface CashFieldProps {
  readonly usual: Usual
  readonly value: string
  readonly onInput: (value: string) => void
  readonly call: Call
}

/** The starting cash; if it is empty, the server's default. */
function CashField({ usual, call, ...field }: CashFieldProps) {
  return (
    <TextField
      {...field}
      label={keysText().cashUsd}
      inputMode="decimal"
      placeholder={usual.cash}
      fault={faultAt('cash', call.fault)}
    />
  )
}

interface LabelFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly call: Call
}

function LabelField({ call, ...field }: LabelFieldProps) {
  const say = keysText()
  return (
    <TextField
      {...field}
      label={say.label}
      hint={say.labelHint}
      fault={faultAt('label', call.fault)}
    />
  )
}

function NewAccount({ usual, onDone, onClose }: FormProps & { readonly usual: Usual }) {
  const say = keysText()
  const [label, setLabel] = useState('')
  const [cash, setCash] = useState('')
  const [profile, setProfile] = useState<Profile>(profileOf(usual.fillProfile))
  const call = useCall()
  const create = () => {
    const amount = amountOf(cash)
    call.run(
      () =>
        createAccount({
          fillProfile: profile,
          ...(label !== '' && { label }),
          ...(amount !== undefined && { cash: amount }),
        }),
      onDone,
    )
  }
  return (
    <FormDialog
      title={say.newAccount}
      action={say.makeAccount}
      call={call}
      shownAt={['label', 'cash']}
      onSubmit={create}
      onClose={onClose}
    >
      <LabelField value={label} onInput={setLabel} call={call} />
      <CashField usual={usual} value={cash} onInput={setCash} call={call} />
      <SelectField
        label={say.profile}
        value={profile}
        options={profiles()}
        onChange={setProfile}
        hint={say.profileMeans}
      />
    </FormDialog>
  )
}

interface OneAccount extends FormProps {
  readonly account: OwnAccount
}

function Reset({ account, usual, onDone, onClose }: OneAccount & { readonly usual: Usual }) {
  const say = keysText()
  const [cash, setCash] = useState('')
  const call = useCall()
  const reset = async () => {
    await resetAccount(account.accountId, amountOf(cash))
    await loadAccounts()
  }
  const elsewhere = faultElsewhere(['cash'], call.fault)
  return (
    <Confirm
      title={say.resetOf(account.accountId)}
      action={say.reset}
      busy={call.busy}
      onConfirm={() => call.run(reset, onDone)}
      onClose={onClose}
    >
      <div class="stack">
        <p>{say.resetMeans}</p>
        <CashField usual={usual} value={cash} onInput={setCash} call={call} />
        {elsewhere !== undefined && <RefusalNote error={elsewhere} />}
      </div>
    </Confirm>
  )
}

function Rename({ account, onDone, onClose }: OneAccount) {
  const say = keysText()
  const [label, setLabel] = useState(account.label ?? '')
  const call = useCall()
  return (
    <FormDialog
      title={say.renameOf(account.accountId)}
      action={say.save}
      call={call}
      shownAt={['label']}
      onSubmit={() => call.run(() => renameAccount(account.accountId, label), onDone)}
      onClose={onClose}
    >
      <LabelField value={label} onInput={setLabel} call={call} />
    </FormDialog>
  )
}

function ChangeProfile({ account, onDone, onClose }: OneAccount) {
  const say = keysText()
  const [profile, setProfile] = useState<Profile>(profileOf(account.fillProfile))
  const call = useCall()
  return (
    <FormDialog
      title={say.profileOf(account.accountId)}
      action={say.save}
      call={call}
      onSubmit={() => call.run(() => changeProfile(account.accountId, profile), onDone)}
      onClose={onClose}
    >
      <SelectField
        label={say.profile}
        value={profile}
        options={profiles()}
        onChange={setProfile}
        hint={say.profileMeans}
        fault={call.fault}
      />
    </FormDialog>
  )
}
