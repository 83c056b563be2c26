/** A chart of the report, and how its numbers are written. */

export interface Chart {
  readonly title: string
  readonly text: string
  readonly svg: string
  readonly legend: readonly (readonly [style: string, text: string])[]
}

/** At most two decimal places. */
export const whole = (value: number): string => String(Math.round(value * 100) / 100)
export const percent = (value: number): string => `${Math.round(value * 100)} %`
