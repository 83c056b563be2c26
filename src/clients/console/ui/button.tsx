/** Buttons, and a choice among a few. */
import './button.css'
import type { ButtonHTMLAttributes, ComponentChildren, TargetedMouseEvent } from 'preact'
import { useState } from 'preact/hooks'
import { uiText } from './text'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'onClick'> {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet' | 'buy' | 'sell' | 'desk'
  /** Its work goes on: it stays in place, and does nothing when it is pressed again. */
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
  /** What is chosen, read aloud. */
  readonly label: string
  readonly name: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly onChange: (value: Value) => void
}

/** One of a few, as buttons side by side; arrow keys move the choice. */
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

/** A button that copies a text, and says so. */
interface CopyProps {
  readonly text: string
  /** What is copied, read aloud: "client id". */
  readonly what: string
}

const SAID_MS = 2_000

export function Copy({ text, what }: CopyProps) {
  const say = uiText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
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
