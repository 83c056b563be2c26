/** Who may sign in: the user's own password, and for an operator all users of the server. */
import { useEffect, useState } from 'preact/hooks'
import { session } from '../../data/session'
import { Button } from '../../ui/button'
import { Copy } from '../../ui/copy'
import { Confirm } from '../../ui/dialog'
import { RefusalNote } from '../../ui/refusal-note'
import { Failed } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import { type ListedUser, makeLink, readUsers, removePassword } from './calls'
import { keysText } from './text'
import { useCall } from './use-call'
import { NewUser, OwnPassword } from './user-forms'

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
