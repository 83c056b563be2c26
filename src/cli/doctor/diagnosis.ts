/** What a check of the doctor finds. */
export interface Diagnosis {
  /** What was looked at: `port`, `DATA_DIR`. */
  readonly check: string
  /** `wrong`: a server cannot start, or not rightly. `doubtful`: it can, and may disappoint. */
  readonly state: 'right' | 'doubtful' | 'wrong'
  readonly found: string
  /** What to do; left out where all is right. */
  readonly remedy?: string
}

export const right = (check: string, found: string): Diagnosis => ({ check, state: 'right', found })

export const doubtful = (check: string, found: string, remedy: string): Diagnosis => ({
  ...{ check, state: 'doubtful', found, remedy },
})

export const wrong = (check: string, found: string, remedy: string): Diagnosis => ({
  ...{ check, state: 'wrong', found, remedy },
})
