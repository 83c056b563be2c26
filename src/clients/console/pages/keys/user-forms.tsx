/** The forms of passwords: one's own, and that of a new user. */
import { useState } from 'preact/hooks'
import { session } from '../../data/session'
import { faultAt, TextField } from '../../ui/form-field'
import { addUser, changePassword } from './calls'
import { FormDialog } from './form-dialog'
import { keysText } from './text'
import { type Call, useCall } from './use-call'

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
