/** What stands where there is nothing to show: loading, failed, or empty. */
import type { ComponentChildren } from 'preact'
import { Button } from './button'
import { RefusalNote } from './refusal-note'
import { uiText } from './text'
import './states.css'

/** Holds the height of what comes, so that nothing below it moves. */
export const Waiting = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="loading" role="status">
    <span class="unseen">{uiText().loading}</span>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} class="bar" aria-hidden="true" />
    ))}
  </div>
)

interface FailedProps {
  readonly error: unknown
  readonly onAgain?: () => void
}

export const Failed = ({ error, onAgain }: FailedProps) => (
  <div class="failed">
    <p>{uiText().failed}</p>
    <p>
      <RefusalNote error={error} />
    </p>
    {onAgain !== undefined && <Button onClick={onAgain}>{uiText().again}</Button>}
  </div>
)

interface EmptyProps {
  readonly title: string
  /** What to do about it. */
  readonly children?: ComponentChildren
}

export const Empty = ({ title, children }: EmptyProps) => (
  <div class="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
)
