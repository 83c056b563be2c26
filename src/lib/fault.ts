/** Why an operator's command fails, as one line for its terminal. */
export interface CommandFault {
  readonly fault: string
}

export const fault = (text: string): CommandFault => ({ fault: text })

export const isFault = (value: unknown): value is CommandFault =>
  typeof value === 'object' && value !== null && 'fault' in value
