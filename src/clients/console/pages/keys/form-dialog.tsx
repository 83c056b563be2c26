/** A form in a dialog, with the server's refusal and buttons to cancel and submit. */
import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { faultElsewhere } from '../../ui/form-field'
import { RefusalNote } from '../../ui/states'
import { uiText } from '../../ui/text'
import type { Call } from './calls'

interface FormDialogProps {
  readonly title: string
  /** The text of the button. */
  readonly action: string
  readonly call: Call
  /** The fields that show their own refusals. Omit it if a field shows every refusal. */
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
