/** Placeholders: loading, failed, empty; and the note of a refusal. */
import './ui.css'
import type { ComponentChildren } from 'preact'
import { RefusalError } from '../../sdk'
import { Button } from './button'
import { uiText } from './text'

/** Reserves the height of the content, so that nothing below it moves. */
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
  /** What to do next. */
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

interface RefusalNoteProps {
  readonly error: unknown
  /** Replaces the server's words if a parameter is missing or invalid. */
  readonly invalidText?: string | undefined
}

/** Why a request failed, in the server's words, with a link to the page of the code. */
export function RefusalNote({ error, invalidText }: RefusalNoteProps) {
  const say = uiText()
  if (!(error instanceof RefusalError)) {
    return (
      <span class="refusal" role="alert">
        {say.unanswered}
      </span>
    )
  }
  const { message, code, docUrl } = error.envelope
  return (
    <span class="refusal" role="alert">
      {isInvalid(code) && invalidText !== undefined ? invalidText : message}{' '}
      {docUrl !== undefined && (
        <a href={pathOf(docUrl)} target="_blank" rel="noreferrer">
          {say.whatToDo} <code>{code}</code>
        </a>
      )}
    </span>
  )
}

const isInvalid = (code: string): boolean =>
  code === 'invalid-parameter' || code === 'missing-parameter'

/** The path alone, since the browser may reach this server under another name. */
const pathOf = (url: string): string => new URL(url, location.href).pathname
