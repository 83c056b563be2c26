/** The forms of passwords: one's own, and that of a new user. */
import { useState } from 'preact/hooks'
import { session } from '../../data/session'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { faultAt, faultElsewhere, TextField } from '../../ui/form-field'
import { RefusalNote } from '../../ui/refusal-note'
import { uiText } from '../../ui/text'
import { addUser, changePassword } from './calls'
import { keysText } from './text'
import { useCall } from './use-call'

interface FormProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

export function OwnPassword({ onDone, onClose }: FormProps) {
  const say = keysText()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const call = useCall()
  const { value: now } = session
  const submit = (event: Event) => {
    event.preventDefault()
    call.run(() => changePassword(current, password), onDone)
  }
  const elsewhere = faultElsewhere(['password'], call.fault)
  return (
    <Dialog title={say.ownPassword} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
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
        <TextField
          label={say.newPassword}
          hint={say.passwordHint}
          type="password"
          name="new"
          autocomplete="new-password"
          required
          value={password}
          onInput={setPassword}
          fault={faultAt('password', call.fault)}
        />
        {elsewhere !== undefined && <RefusalNote error={elsewhere} />}
        <div class="row actions">
          <Button onClick={onClose}>{uiText().cancel}</Button>
          <Button type="submit" kind="primary" busy={call.busy}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function NewUser({ onDone, onClose }: FormProps) {
  const say = keysText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [operator, setOperator] = useState(false)
  const call = useCall()
  const submit = (event: Event) => {
    event.preventDefault()
    call.run(() => addUser({ name, password, operator }), onDone)
  }
  const elsewhere = faultElsewhere(['name', 'password'], call.fault)
  return (
    <Dialog title={say.newUser} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <TextField
          label={say.userName}
          name="new-user"
          required
          value={name}
          onInput={setName}
          fault={faultAt('name', call.fault)}
        />
        <TextField
          label={say.password}
          hint={say.passwordHint}
          type="password"
          name="new"
          autocomplete="new-password"
          required
          value={password}
          onInput={setPassword}
          fault={faultAt('password', call.fault)}
        />
        <label class="row">
          <input type="checkbox" checked={operator} onChange={() => setOperator(!operator)} />
          {say.isOperator}
        </label>
        {elsewhere !== undefined && <RefusalNote error={elsewhere} />}
        <div class="row actions">
          <Button onClick={onClose}>{uiText().cancel}</Button>
          <Button type="submit" kind="primary" busy={call.busy}>
            {say.makeUser}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
