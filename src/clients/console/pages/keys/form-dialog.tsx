/** A form in a dialog: its fields, what the server refuses of it, and the two ways out. */
import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { faultElsewhere } from '../../ui/form-field'
import { RefusalNote } from '../../ui/states'
import { uiText } from '../../ui/text'
import type { Call } from './calls'

interface FormDialogProps {
  readonly title: string
  /** What is done: the text of the button. */
  readonly action: string
  readonly call: Call
  /** The fields that show what is refused of them; left out: one of them shows every refusal. */
  readonly shownAt?: readonly string[]
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function FormDialog(props: FormDialogProps) {
  const { title, action, call, shownAt, disabled, onSubmit, onClose, children } = props
  const elsewhere = shownAt && faultElsewhere(shownAt, call.fault)
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        {children}
        {elsewhere !== undefined && <RefusalNote error={elsewhere} />}
        <div class="row actions">
          <Button onClick={onClose}>{uiText().cancel}</Button>
          <Button type="submit" kind="primary" busy={call.busy} disabled={disabled ?? false}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
