/** A form in a dialog, with the server's refusal and buttons to cancel and submit. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button'
import { Dialog } from './dialog'
import { faultElsewhere } from './form-field'
import { RefusalNote } from './states'
import { uiText } from './text'

/** The state of a form's call: whether it is under way, and why it was refused. */
export interface Call {
  readonly busy: boolean
  readonly fault: unknown
  /** Runs the call, and `done` if it succeeded. */
  run<Answer>(call: () => Promise<Answer>, done: (answer: Answer) => void): void
}

export function useCall(): Call {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(undefined)
  return {
    busy,
    fault,
    run(call, done) {
      if (busy) return
      setBusy(true)
      setFault(undefined)
      call()
        .then(done, setFault)
        .finally(() => setBusy(false))
    },
  }
}

interface DialogFormProps {
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

/** The form inside of a dialog, with the server's refusal and the buttons. */
export function DialogForm(props: DialogFormProps) {
  const { action, call, shownAt, disabled, onSubmit, onClose, children } = props
  const elsewhere = shownAt && faultElsewhere(shownAt, call.fault)
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  return (
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
  )
}

interface FormDialogProps extends DialogFormProps {
  readonly title: string
}

export const FormDialog = ({ title, ...form }: FormDialogProps) => (
  <Dialog title={title} onClose={form.onClose}>
    <DialogForm {...form} />
  </Dialog>
)
