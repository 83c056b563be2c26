/** A form field with its label, its hint, and the reason if the server refuses it. */
import type { Ref, TargetedInputEvent } from 'preact'
import { useId } from 'preact/hooks'
import { RefusalError } from '../../sdk'
import { RefusalNote } from './states'
import './ui.css'

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** Why the server refused this field: see faultAt. */
  readonly fault?: unknown
  /** Replaces the server's words if the value is missing or invalid. */
  readonly invalidText?: string | undefined
}

interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'password' | 'datetime-local'
  /** `decimal` and `numeric` show a phone's number keys. */
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  readonly name?: string
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly disabled?: boolean
  /** The first field of a dialog takes the focus. */
  readonly autofocus?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, hint, fault, invalidText, type = 'text', onInput, ...inputProps } = props
  const { inputRef = null, ...rest } = inputProps
  const id = useId()
  const noted = isFault(fault)
  const input = {
    autocomplete: 'off',
    spellcheck: false,
    ...rest,
    ref: inputRef,
    id,
    'aria-invalid': noted,
    'aria-describedby': `${id}-note`,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onInput(event.currentTarget.value),
  }
  return (
    <div class={noted ? 'form-field faulty' : 'form-field'}>
      <label for={id}>{label}</label>
      {type === 'text' && <input {...input} type="text" />}
      {type === 'password' && <input {...input} type="password" />}
      {type === 'datetime-local' && <input {...input} type="datetime-local" />}
      <Note id={`${id}-note`} hint={hint} fault={fault} invalidText={invalidText} />
    </div>
  )
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, fault, value, options, onChange, disabled = false } = props
  const id = useId()
  const noted = isFault(fault)
  const choose = (text: string) => {
    const option = options.find(([each]) => each === text)
    if (option !== undefined) onChange(option[0])
  }
  return (
    <div class={noted ? 'form-field faulty' : 'form-field'}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-invalid={noted}
        aria-describedby={`${id}-note`}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <Note id={`${id}-note`} hint={hint} fault={fault} invalidText={props.invalidText} />
    </div>
  )
}

const isFault = (fault: unknown): boolean => fault !== undefined && fault !== null

interface NoteProps {
  readonly id: string
  readonly hint: string | undefined
  readonly fault: unknown
  readonly invalidText: string | undefined
}

const Note = ({ id, hint, fault, invalidText }: NoteProps) => (
  <div class="note" id={id}>
    {isFault(fault) ? <RefusalNote error={fault} invalidText={invalidText} /> : hint}
  </div>
)

/** The fault if it is about this field, by the envelope's `param`. */
export const faultAt = (field: string, fault: unknown): unknown =>
  fault instanceof RefusalError && fault.envelope.param === field ? fault : undefined

/** The fault if it is about none of these fields. */
export const faultElsewhere = (fields: readonly string[], fault: unknown): unknown =>
  fields.some((field) => faultAt(field, fault) !== undefined) ? undefined : fault
