/** The user's own password and, for an operator, all users of the server. */
import { useEffect, useState } from 'preact/hooks'
import { session } from '../../data/session'
import { Button, Copy } from '../../ui/button'
import { type Call, Confirm, FormDialog, useCall } from '../../ui/dialog'
import { faultAt, TextField } from '../../ui/form-field'
import { Failed, RefusalNote } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import {
  addUser,
  changePassword,
  createLink,
  type ListedUser,
  readUsers,
  removePassword,
} from './calls'
import { keysText } from './text'

type OpenDialog =
  | { readonly what: 'own' | 'new' }
  | { readonly what: 'remove'; readonly name: string }

export function Users() {
  const say = keysText()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [users, setUsers] = useState<readonly ListedUser[]>([])
  const [fault, setFault] = useState<unknown>(undefined)
  const [link, setLink] = useState<string | null>(null)
  const call = useCall()
  const { value: now } = session
  const operates = now.state === 'in' && now.session.user.operator
  const load = () => {
    setFault(undefined)
    if (operates) readUsers().then(setUsers, setFault)
  }
  useEffect(load, [operates])
  const close = () => setDialog(null)
  const done = () => {
    close()
    load()
  }
  return (
    <section class="panel stack" aria-labelledby="users">
      <header class="row between">
        <h2 id="users">{operates ? say.users : say.signIn}</h2>
        <div class="row">
          <Button onClick={() => setDialog({ what: 'own' })}>{say.ownPassword}</Button>
          {operates && <Button onClick={() => setDialog({ what: 'new' })}>{say.newUser}</Button>}
        </div>
      </header>
      {fault !== undefined && <Failed error={fault} onAgain={load} />}
      {operates && (
        <UserTable
          users={users}
          onLink={(name) => call.run(() => createLink(name), setLink)}
          onRemove={(name) => setDialog({ what: 'remove', name })}
        />
      )}
      {dialog === null && call.fault !== undefined && <RefusalNote error={call.fault} />}
      {link !== null && (
        <p class="row" role="status">
          <code class="link">{link}</code>
          <Copy text={link} what={say.link} />
          <span class="muted">{say.opensOnce}</span>
        </p>
      )}
      {dialog?.what === 'own' && <OwnPassword onDone={done} onClose={close} />}
      {dialog?.what === 'new' && <NewUser onDone={done} onClose={close} />}
      {dialog?.what === 'remove' && (
        <Confirm
          title={say.removeOf(dialog.name)}
          action={say.remove}
          busy={call.busy}
          onConfirm={() => call.run(() => removePassword(dialog.name), done)}
          onClose={close}
        >
          <p>{say.removeMeans}</p>
          {call.fault !== undefined && <RefusalNote error={call.fault} />}
        </Confirm>
      )}
    </section>
  )
}

interface UserTableProps {
  readonly users: readonly ListedUser[]
  readonly onLink: (name: string) => void
  readonly onRemove: (name: string) => void
}

function UserTable({ users, onLink, onRemove }: UserTableProps) {
  const say = keysText()
  const columns: readonly Column<ListedUser>[] = [
    { key: 'name', label: say.userName, cell: ({ name }) => name },
    {
      key: 'by',
      label: say.signsInBy,
      cell: ({ hasPassword }) => (hasPassword ? say.password : say.link),
    },
    { key: 'operator', label: say.operator, cell: ({ operator }) => (operator ? say.yes : say.no) },
    { key: 'clients', label: say.keys, numeric: true, cell: ({ clients }) => clients },
    { key: 'accounts', label: say.accounts, numeric: true, cell: ({ accounts }) => accounts },
    {
      key: 'actions',
      label: '',
      cell: ({ name, hasPassword }) => (
        <span class="row">
          <Button aria-label={say.linkFor(name)} onClick={() => onLink(name)}>
            {say.newLink}
          </Button>
          {hasPassword && (
            <Button aria-label={say.removeOf(name)} onClick={() => onRemove(name)}>
              {say.remove}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return <Table caption={say.users} columns={columns} rows={users} keyOf={({ name }) => name} />
}

interface FormProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

interface NewPasswordFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly call: Call
}

function NewPasswordField({ call, ...field }: NewPasswordFieldProps) {
  return (
    <TextField
      {...field}
      hint={keysText().passwordHint}
      type="password"
      name="new"
      autocomplete="new-password"
      required
      fault={faultAt('password', call.fault)}
    />
  )
}

function OwnPassword({ onDone, onClose }: FormProps) {
  const say = keysText()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const call = useCall()
  const { value: now } = session
  return (
    <FormDialog
      title={say.ownPassword}
      action={say.save}
      call={call}
      shownAt={['password']}
      onSubmit={() => call.run(() => changePassword(current, password), onDone)}
      onClose={onClose}
    >
      {/* Password managers read the user's name here. */}
      <input
        class="unseen"
        type="text"
        autocomplete="username"
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        value={now.state === 'in' ? now.session.user.name : ''}
      />
      <TextField
        label={say.currentPassword}
        hint={say.currentHint}
        type="password"
        name="current"
        autocomplete="current-password"
        value={current}
        onInput={setCurrent}
      />
      <NewPasswordField
        label={say.newPassword}
        value={password}
        onInput={setPassword}
        call={call}
      />
    </FormDialog>
  )
}

function NewUser({ onDone, onClose }: FormProps) {
  const say = keysText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [operator, setOperator] = useState(false)
  const call = useCall()
  return (
    <FormDialog
      title={say.newUser}
      action={say.makeUser}
      call={call}
      shownAt={['name', 'password']}
      onSubmit={() => call.run(() => addUser({ name, password, operator }), onDone)}
      onClose={onClose}
    >
      <TextField
        label={say.userName}
        name="new-user"
        required
        value={name}
        onInput={setName}
        fault={faultAt('name', call.fault)}
      />
      <NewPasswordField label={say.password} value={password} onInput={setPassword} call={call} />
      <label class="row">
        <input type="checkbox" checked={operator} onChange={() => setOperator(!operator)} />
        {say.isOperator}
      </label>
    </FormDialog>
  )
}
