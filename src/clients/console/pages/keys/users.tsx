/** Who may sign in: the user's own password, and for an operator all users of the server. */
import { useEffect, useState } from 'preact/hooks'
import { session } from '../../data/session'
import { Button, Copy } from '../../ui/button'
import { Confirm } from '../../ui/dialog'
import { faultAt, TextField } from '../../ui/form-field'
import { Failed, RefusalNote } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import {
  addUser,
  type Call,
  changePassword,
  type ListedUser,
  makeLink,
  readUsers,
  removePassword,
  useCall,
} from './calls'
import { FormDialog } from './form-dialog'
import { keysText } from './text'

type Asked = { readonly what: 'own' | 'new' } | { readonly what: 'remove'; readonly name: string }

export function Users() {
  const say = keysText()
  const [asked, setAsked] = useState<Asked | null>(null)
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
  const close = () => setAsked(null)
  const done = () => {
    close()
    load()
  }
  return (
    <section class="panel stack" aria-labelledby="users">
      <header class="row between">
        <h2 id="users">{operates ? say.users : say.signIn}</h2>
        <div class="row">
          <Button onClick={() => setAsked({ what: 'own' })}>{say.ownPassword}</Button>
          {operates && <Button onClick={() => setAsked({ what: 'new' })}>{say.newUser}</Button>}
        </div>
      </header>
      {fault !== undefined && <Failed error={fault} onAgain={load} />}
      {operates && (
        <UserTable
          users={users}
          onLink={(name) => call.run(() => makeLink(name), setLink)}
          onRemove={(name) => setAsked({ what: 'remove', name })}
        />
      )}
      {asked === null && call.fault !== undefined && <RefusalNote error={call.fault} />}
      {link !== null && (
        <p class="row" role="status">
          <code class="link">{link}</code>
          <Copy text={link} what={say.link} />
          <span class="muted">{say.opensOnce}</span>
        </p>
      )}
      {asked?.what === 'own' && <OwnPassword onDone={done} onClose={close} />}
      {asked?.what === 'new' && <NewUser onDone={done} onClose={close} />}
      {asked?.what === 'remove' && (
        <Confirm
          title={say.removeOf(asked.name)}
          action={say.remove}
          busy={call.busy}
          onConfirm={() => call.run(() => removePassword(asked.name), done)}
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

/** The forms of passwords: one's own, and that of a new user. */
interface FormProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

interface ChosenPasswordProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly call: Call
}

function ChosenPassword({ call, ...field }: ChosenPasswordProps) {
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

export function OwnPassword({ onDone, onClose }: FormProps) {
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
      {/* For password managers: whose password it is. */}
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
      <ChosenPassword label={say.newPassword} value={password} onInput={setPassword} call={call} />
    </FormDialog>
  )
}

export function NewUser({ onDone, onClose }: FormProps) {
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
      <ChosenPassword label={say.password} value={password} onInput={setPassword} call={call} />
      <label class="row">
        <input type="checkbox" checked={operator} onChange={() => setOperator(!operator)} />
        {say.isOperator}
      </label>
    </FormDialog>
  )
}
