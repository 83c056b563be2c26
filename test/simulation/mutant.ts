/** A piece of a source file, and what stands there instead. Two lists have them. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
}

export const mutant = (name: string, file: string, from: string, to: string): Mutant => ({
  name,
  file: `src/${file}`,
  from,
  to,
})
