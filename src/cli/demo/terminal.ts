/** What the demo says; without colours where nobody sees them, or where they are not wanted. */
import { type Cells, tableLines } from '../table'

const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR
const inColour =
  (code: number) =>
  (text: string): string =>
    coloured ? `\u001b[${code}m${text}\u001b[0m` : text
const bold = inColour(1)
const dim = inColour(2)
const red = inColour(31)
const green = inColour(32)

export const say = (text: string): void => console.log(text)

export const heading = (text: string): void => say(`\n${bold(text)}`)

export function table(titles: Cells, rows: readonly Cells[]): void {
  const [head = '', ...body] = tableLines(titles, rows)
  say(`  ${dim(head)}`)
  for (const line of body) say(`  ${line}`)
}

/** Says whether something holds, and returns it. */
export function verdict(holds: boolean, text: string): boolean {
  say(`  ${holds ? green('✓') : red('✗')} ${text}`)
  return holds
}

export const complain = (text: string): void => console.error(red(text))
