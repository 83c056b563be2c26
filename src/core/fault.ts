/** What the operator asked for cannot be done, and why: one line. */
export interface KeyFault {
  readonly fault: string
}

export const fault = (text: string): KeyFault => ({ fault: text })

export const isFault = (value: unknown): value is KeyFault =>
  typeof value === 'object' && value !== null && 'fault' in value
