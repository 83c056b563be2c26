/** A modal dialog, which may hold a form. Esc closes it and gives the focus back. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from './button'
import { uiText } from './text'
import './ui.css'
import { faultElsewhere } from './form-field'
import { RefusalNote } from './states'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Open while it is mounted. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    element.current?.showModal()
    return () => element.current?.close()
  }, [])
  return (
    <dialog ref={element} class="dialog" aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" aria-label={uiText().close} onClick={onClose}>
          ✕
        </Button>
      </header>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly children: ComponentChildren
  /** The text of the button. */
  readonly action: string
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before a change that cannot be undone. */
export const Confirm = ({ title, children, action, busy, onConfirm, onClose }: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <div class="row actions">
      <Button onClick={onClose}>{uiText().cancel}</Button>
      <Button kind="danger" busy={busy ?? false} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
)

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
