/** A modal dialog: Esc closes it, and the focus returns to where it was. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button'
import { uiText } from './text'
import './dialog.css'

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
