/** Buttons, choices and copy buttons. */
import './ui.css'
import type { ButtonHTMLAttributes, ComponentChildren, TargetedMouseEvent } from 'preact'
import { useState } from 'preact/hooks'
import { uiText } from './text'

interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'leaderboard' | 'onClick'> {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet' | 'buy' | 'sell' | 'sandbox'
  /** Its work is under way: the button stays, and a press does nothing. */
  readonly busy?: boolean
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void
  readonly children: ComponentChildren
}

export function Button({ kind = 'plain', busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${kind}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
}

interface ChoiceProps<Value extends string> {
  /** Read aloud. */
  readonly label: string
  readonly name: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly onChange: (value: Value) => void
}

/** A choice among a few options, as buttons side by side; arrow keys change it. */
export function Choice<Value extends string>({
  label,
  name,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} class={`option-${each}`}>
          <input
            class="unseen"
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface CopyProps {
  readonly text: string
  /** Names the text, read aloud: "client id". */
  readonly what: string
}

const COPIED_SHOWN_MS = 2_000

export function Copy({ text, what }: CopyProps) {
  const say = uiText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  return (
    <>
      <Button aria-label={say.copyOf(what)} onClick={() => void copy().catch(() => {})}>
        {copied ? say.copied : say.copy}
      </Button>
      <span class="unseen" role="status">
        {copied && say.copied}
      </span>
    </>
  )
}

/** A row of a `dl`: a text with a button that copies it. */
export const CopyRow = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    <dt>{label}</dt>
    <dd class="row">
      <code>{text}</code>
      <Copy text={text} what={label} />
    </dd>
  </>
)
